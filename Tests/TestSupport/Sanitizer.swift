import Foundation

/// Whether the tests run with the thread sanitizer. `Scripts/traits.sh` sets the variable.
///
/// It makes a program about ten times slower. Tests that repeat something on one thread then do so less often, because races need
/// several threads. Without the sanitizer, they repeat it as often as they say.
public let isSanitized = ProcessInfo.processInfo.environment["MILLRACE_SANITIZE"] != nil

/// Returns how often a test on one thread repeats something: `count` times, with the sanitizer a tenth of that. Not for the depth
/// of a chain, because a short one does not exceed the stack.
public func repetitions(_ count: Int) -> Int { isSanitized ? count / 10 : count }
