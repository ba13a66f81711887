@_exported public import Millrace
@_exported public import MillraceExtras
@_exported public import MillraceHistory
@_exported public import MillraceModules
