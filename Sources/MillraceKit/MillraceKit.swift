// One import for an application that uses the kernel with its extras, history, inbox, inspection and modules.
@_exported import Millrace
@_exported import MillraceExtras
@_exported import MillraceHistory
@_exported import MillraceInbox
@_exported import MillraceInspection
@_exported import MillraceModules
@_exported import MillraceOperators
