import Foundation

/// Whether the tests run with the thread sanitizer. `Scripts/traits.sh` sets the variable.
///
/// It makes a program about ten times slower. Tests that run many random programs on one thread then run only some of them, because
/// races need several threads. Without the sanitizer, they run all.
public let isSanitized = ProcessInfo.processInfo.environment["MILLRACE_SANITIZE"] != nil
