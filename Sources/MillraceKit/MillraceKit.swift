// One import for an application that uses the kernel with its history, modules and extras.
@_exported import Millrace
@_exported import MillraceExtras
@_exported import MillraceHistory
@_exported import MillraceInbox
@_exported import MillraceInspection
@_exported import MillraceModules
