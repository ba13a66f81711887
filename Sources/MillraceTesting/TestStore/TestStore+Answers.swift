public import Millrace

// Each method has two overloads: one for the pending command at an index of its type, and one for a pending command
// that equals a value. If the store does not reduce the event, the state must not change. The test must then assert
// each action that follows from the event.

extension TestStore {
    /// Ends a pending command with its last output.
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
        answer("complete", CommandSelection<C>(index: index), Place(fileID, filePath, line, column), assert) {
            $0.finish(with: output)
        }
    }

    /// Ends a pending command with its last output.
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
        answer("complete", CommandSelection(command: command), Place(fileID, filePath, line, column), assert) {
            $0.finish(with: output)
        }
    }

    /// Ends a pending command that has no output.
    ///
    /// `index` selects one of the pending commands of this type. The oldest has the index 0.
    ///
    /// Asserts that the event changes the state in the same way as `assert`. Without `assert`, asserts that the state does not
    /// change.
    ///
    /// Fails the test if no such command is pending, or if the state differs.
    public func complete<C: Command>(
        _ type: C.Type, at index: Int = 0, _ assert: ((inout R.State) throws -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) where C.Output == Void {
        answer("complete", CommandSelection<C>(index: index), Place(fileID, filePath, line, column), assert) {
            $0.finish(with: ())
        }
    }

    /// Ends a pending command that has no output.
    ///
    /// Applies to the oldest pending command that equals `command`.
    ///
    /// Asserts that the event changes the state in the same way as `assert`. Without `assert`, asserts that the state does not
    /// change.
    ///
    /// Fails the test if no such command is pending, or if the state differs.
    public func complete<C: Command>(
        _ command: C, _ assert: ((inout R.State) throws -> Void)? = nil, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) where C.Output == Void {
        answer("complete", CommandSelection(command: command), Place(fileID, filePath, line, column), assert) {
            $0.finish(with: ())
        }
    }

    /// Sends an output of a pending command. The command stays pending.
    ///
    /// `index` selects one of the pending commands of this type. The oldest has the index 0.
    ///
    /// Asserts that the event changes the state in the same way as `assert`. Without `assert`, asserts that the state does not
    /// change.
    ///
    /// Fails the test if no such command is pending, or if the state differs.
    public func data<C: Command>(
        _ type: C.Type, at index: Int = 0, _ output: C.Output, _ assert: ((inout R.State) throws -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        answer("data", CommandSelection<C>(index: index), Place(fileID, filePath, line, column), assert) {
            $0.data(output)
        }
    }

    /// Sends an output of a pending command. The command stays pending.
    ///
    /// Applies to the oldest pending command that equals `command`.
    ///
    /// Asserts that the event changes the state in the same way as `assert`. Without `assert`, asserts that the state does not
    /// change.
    ///
    /// Fails the test if no such command is pending, or if the state differs.
    public func data<C: Command>(
        _ command: C, _ output: C.Output, _ assert: ((inout R.State) throws -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        answer("data", CommandSelection(command: command), Place(fileID, filePath, line, column), assert) {
            $0.data(output)
        }
    }

    /// Sends a progress value of a pending command. The command stays pending.
    ///
    /// `index` selects one of the pending commands of this type. The oldest has the index 0.
    ///
    /// Asserts that the event changes the state in the same way as `assert`. Without `assert`, asserts that the state does not
    /// change.
    ///
    /// The test store does not know the application's handler. Send only progress that this handler reports; see
    /// `Command.Progress`.
    ///
    /// Fails the test if no such command is pending, or if the state differs.
    public func progress<C: Command>(
        _ type: C.Type, at index: Int = 0, _ progress: C.Progress, _ assert: ((inout R.State) throws -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        answer("progress", CommandSelection<C>(index: index), Place(fileID, filePath, line, column), assert) {
            $0.progress(progress)
        }
    }

    /// Sends a progress value of a pending command. The command stays pending.
    ///
    /// Applies to the oldest pending command that equals `command`.
    ///
    /// Asserts that the event changes the state in the same way as `assert`. Without `assert`, asserts that the state does not
    /// change.
    ///
    /// The test store does not know the application's handler. Send only progress that this handler reports; see
    /// `Command.Progress`.
    ///
    /// Fails the test if no such command is pending, or if the state differs.
    public func progress<C: Command>(
        _ command: C, _ progress: C.Progress, _ assert: ((inout R.State) throws -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        answer("progress", CommandSelection(command: command), Place(fileID, filePath, line, column), assert) {
            $0.progress(progress)
        }
    }

    /// Sends progress for a pending command whose progress has no value. The command stays pending.
    ///
    /// `index` selects one of the pending commands of this type. The oldest has the index 0.
    ///
    /// Asserts that the event changes the state in the same way as `assert`. Without `assert`, asserts that the state does not
    /// change.
    ///
    /// The test store does not know the application's handler. Send only progress that this handler reports; see
    /// `Command.Progress`.
    ///
    /// Fails the test if no such command is pending, or if the state differs.
    public func progress<C: Command>(
        _ type: C.Type, at index: Int = 0, _ assert: ((inout R.State) throws -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) where C.Progress == Void {
        answer("progress", CommandSelection<C>(index: index), Place(fileID, filePath, line, column), assert) {
            $0.progress()
        }
    }

    /// Sends progress without a value of a pending command. The command stays pending.
    ///
    /// Applies to the oldest pending command that equals `command`.
    ///
    /// Asserts that the event changes the state in the same way as `assert`. Without `assert`, asserts that the state does not
    /// change.
    ///
    /// The test store does not know the application's handler. Send only progress that this handler reports; see
    /// `Command.Progress`.
    ///
    /// Fails the test if no such command is pending, or if the state differs.
    public func progress<C: Command>(
        _ command: C, _ assert: ((inout R.State) throws -> Void)? = nil, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) where C.Progress == Void {
        answer("progress", CommandSelection(command: command), Place(fileID, filePath, line, column), assert) {
            $0.progress()
        }
    }

    /// Ends a pending command without another event.
    ///
    /// `index` selects one of the pending commands of this type. The oldest has the index 0.
    ///
    /// Fails the test if no such command is pending.
    public func end<C: Command>(
        _ type: C.Type, at index: Int = 0, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        answer("end", CommandSelection<C>(index: index), Place(fileID, filePath, line, column), nil) { $0.finish() }
    }

    /// Ends a pending command without another event.
    ///
    /// Applies to the oldest pending command that equals `command`.
    ///
    /// Fails the test if no such command is pending.
    public func end<C: Command>(
        _ command: C, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        answer("end", CommandSelection(command: command), Place(fileID, filePath, line, column), nil) { $0.finish() }
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
        answer("fail", CommandSelection<C>(index: index), Place(fileID, filePath, line, column), assert) {
            $0.fail(error)
        }
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
        answer("fail", CommandSelection(command: command), Place(fileID, filePath, line, column), assert) {
            $0.fail(error)
        }
    }

    /// Cancels a pending command, as its handler would. The command has no further event.
    ///
    /// Flows that follow the command in a sequence do not start.
    ///
    /// `index` selects one of the pending commands of this type. The oldest has the index 0.
    ///
    /// Fails the test if no such command is pending.
    public func cancel<C: Command>(
        _ type: C.Type, at index: Int = 0, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        answer("cancel", CommandSelection<C>(index: index), Place(fileID, filePath, line, column), nil) { $0.cancel() }
    }

    /// Cancels a pending command, as its handler would. The command has no further event.
    ///
    /// Flows that follow the command in a sequence do not start.
    ///
    /// Applies to the oldest pending command that equals `command`.
    ///
    /// Fails the test if no such command is pending.
    public func cancel<C: Command>(
        _ command: C, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        answer("cancel", CommandSelection(command: command), Place(fileID, filePath, line, column), nil) { $0.cancel() }
    }
}
