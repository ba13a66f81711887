// The messages, the reducers and their flows. Exported, so that the files of this target see the utilities too.
@_exported public import MillraceUtilities
