public import Millrace

// Each answer has two overloads: one for the pending command at an index of its type, and one for a pending command that equals a
// value. If the store does not reduce the event, the state must not change. The test must then assert each action that follows
// from the event.

extension TestStore {
    /// Ends a pending command with its last output. A command without an output ends `with: ()`.
    ///
    /// `index` selects one of the pending commands of this type. The oldest has the index 0.
    ///
    /// Asserts that the event changes the state in the same way as `assert`. Without `assert`, asserts that the state does not
    /// change.
    ///
    /// Fails the test if no such command is pending, or if the state differs.
    public func complete<C: Command>(
        _ type: C.Type, at index: Int = 0, with output: C.Output, _ assert: ((inout R.State) throws -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        answer(
            CommandSelection(index: index), Outcome<C>.complete(output), Place(fileID, filePath, line, column), assert)
    }

    /// Ends a pending command with its last output. A command without an output ends `with: ()`.
    ///
    /// Applies to the oldest pending command that equals `command`.
    ///
    /// Asserts that the event changes the state in the same way as `assert`. Without `assert`, asserts that the state does not
    /// change.
    ///
    /// Fails the test if no such command is pending, or if the state differs.
    public func complete<C: Command>(
        _ command: C, with output: C.Output, _ assert: ((inout R.State) throws -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        answer(CommandSelection(command: command), .complete(output), Place(fileID, filePath, line, column), assert)
    }

    /// Ends a pending command with a failure.
    ///
    /// If the command has retries left, the failure is not an event: the command is pending again when its retry delay
    /// has passed on the clock.
    ///
    /// `index` selects one of the pending commands of this type. The oldest has the index 0.
    ///
    /// Asserts that the event changes the state in the same way as `assert`. Without `assert`, asserts that the state does not
    /// change.
    ///
    /// Fails the test if no such command is pending, or if the state differs.
    public func fail<C: Command>(
        _ type: C.Type, at index: Int = 0, with error: C.Failure, _ assert: ((inout R.State) throws -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        answer(CommandSelection(index: index), Outcome<C>.fail(error), Place(fileID, filePath, line, column), assert)
    }

    /// Ends a pending command with a failure.
    ///
    /// If the command has retries left, the failure is not an event: the command is pending again when its retry delay
    /// has passed on the clock.
    ///
    /// Applies to the oldest pending command that equals `command`.
    ///
    /// Asserts that the event changes the state in the same way as `assert`. Without `assert`, asserts that the state does not
    /// change.
    ///
    /// Fails the test if no such command is pending, or if the state differs.
    public func fail<C: Command>(
        _ command: C, with error: C.Failure, _ assert: ((inout R.State) throws -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        answer(CommandSelection(command: command), .fail(error), Place(fileID, filePath, line, column), assert)
    }

    /// Answers a pending command with any outcome. Use it for progress, for an output after which the command stays pending, for
    /// an end without an event, and for a cancellation.
    ///
    /// The test store does not know the application's handler. Send only progress that this handler reports; see
    /// `Command.Progress`.
    ///
    /// `index` selects one of the pending commands of this type. The oldest has the index 0.
    ///
    /// Asserts that the event changes the state in the same way as `assert`. Without `assert`, asserts that the state does not
    /// change.
    ///
    /// Fails the test if no such command is pending, or if the state differs.
    public func answer<C: Command>(
        _ type: C.Type, at index: Int = 0, with outcome: Outcome<C>, _ assert: ((inout R.State) throws -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        answer(CommandSelection(index: index), outcome, Place(fileID, filePath, line, column), assert)
    }

    /// Answers a pending command with any outcome. Use it for progress, for an output after which the command stays pending, for
    /// an end without an event, and for a cancellation.
    ///
    /// The test store does not know the application's handler. Send only progress that this handler reports; see
    /// `Command.Progress`.
    ///
    /// Applies to the oldest pending command that equals `command`.
    ///
    /// Asserts that the event changes the state in the same way as `assert`. Without `assert`, asserts that the state does not
    /// change.
    ///
    /// Fails the test if no such command is pending, or if the state differs.
    public func answer<C: Command>(
        _ command: C, with outcome: Outcome<C>, _ assert: ((inout R.State) throws -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        answer(CommandSelection(command: command), outcome, Place(fileID, filePath, line, column), assert)
    }
}
