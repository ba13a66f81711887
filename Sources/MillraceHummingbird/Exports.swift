#if Hummingbird || App
    // One import for an application that serves pages.
    @_exported public import MillraceWeb
#endif
