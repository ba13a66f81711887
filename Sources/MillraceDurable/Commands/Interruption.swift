#if SQLite || App
    public import Millrace

    /// How a command goes on whose handler had started when the process ended. A command that had not started starts.
    public struct Interruption<C: Command>: Sendable {
        enum Kind: Sendable {
            case runAgain(starts: Int)
            case ask(starts: Int)
            case fail(C.Failure)
            case cancel
        }

        let kind: Kind

        /// Calls the handler again, with the same ``DurableCall/key``. The outside recognizes the repeat by it.
        ///
        /// A handler that ends the process at each start would do so forever. After this number of starts, the command becomes a dead
        /// letter, see ``DurableEngine/deadLetters``. The end of a process by ``DurableEngine/suspend(grace:isolation:)`` does not count.
        ///
        /// - Parameter starts: The maximum number of starts. Defaults to 5.
        public static func runAgain(starts: Int = 5) -> Interruption { .init(kind: .runAgain(starts: max(1, starts))) }

        /// Asks the outside whether the command has happened, by the closure `asking` of
        /// ``DurableEngine/handle(_:asking:fileID:line:_:)``. If it has not, calls the handler again, as ``runAgain(starts:)`` does.
        ///
        /// - Parameter starts: The maximum number of starts. Defaults to 5.
        public static func ask(starts: Int = 5) -> Interruption { .init(kind: .ask(starts: max(1, starts))) }

        /// Ends the command with this failure.
        public static func fail(_ failure: C.Failure) -> Interruption { .init(kind: .fail(failure)) }

        /// Cancels the command, and sends its `onCancel` action.
        public static var cancel: Interruption { .init(kind: .cancel) }
    }
#endif
