// The lower layers of the kernel, so that an application imports only this module.
@_exported public import MillraceEffects
@_exported public import MillraceFlow
@_exported public import MillraceObservers
