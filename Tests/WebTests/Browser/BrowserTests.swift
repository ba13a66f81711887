import Testing

/// What is tested in a browser, one test after the other, for they share it. What hangs fails.
@Suite("In a browser", .serialized, .timeLimit(.minutes(10))) struct BrowserTests {}
