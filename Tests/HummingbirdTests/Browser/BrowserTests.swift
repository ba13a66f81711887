import Testing

/// The tests that need a browser. They share it, so they run one after the other. The time limit ends a test that
/// hangs.
@Suite("Browser tests", .serialized, .timeLimit(.minutes(20))) struct BrowserTests {}
