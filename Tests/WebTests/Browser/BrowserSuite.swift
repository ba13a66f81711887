import Testing

/// What is tested in a browser, one test after the other, for they share it.
@Suite("In a browser", .serialized) struct InBrowser {}
