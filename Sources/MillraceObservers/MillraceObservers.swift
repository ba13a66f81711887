// Subscriptions, and the lists of observers and listeners. Exported, so that the files of this target see the lower ones too.
@_exported public import MillraceFlow
