public import Millrace

// Each is there twice: for the oldest pending command of a type, or that at an index, and for one that is the same as a
// value. All demand that the state after the event is what `assert` makes of the state before; an event that the store
// does not reduce must change nothing. What follows from the event waits to be received.

extension TestStore {
    /// Gives a pending command its last answer, which ends it.
    ///
    /// The oldest that is pending, unless `index`, from 0 on, says which.
    ///
    /// - Fails: when there is no such command, or when the state is another.
    public func complete<C: Command>(
        _ type: C.Type, at index: Int = 0, with output: C.Output, _ assert: ((inout R.State) throws -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        answer("complete", Pick<C>(index: index), Place(fileID, filePath, line, column), assert) {
            $0.finish(with: output)
        }
    }

    /// Gives a pending command its last answer, which ends it.
    ///
    /// The oldest that is pending and the same as `command`.
    ///
    /// - Fails: when there is no such command, or when the state is another.
    public func complete<C: Command>(
        _ command: C, with output: C.Output, _ assert: ((inout R.State) throws -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        answer("complete", Pick(command: command), Place(fileID, filePath, line, column), assert) {
            $0.finish(with: output)
        }
    }

    /// Ends a pending command that answers nothing.
    ///
    /// The oldest that is pending, unless `index`, from 0 on, says which.
    ///
    /// - Fails: when there is no such command, or when the state is another.
    public func complete<C: Command>(
        _ type: C.Type, at index: Int = 0, _ assert: ((inout R.State) throws -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) where C.Output == Void {
        answer("complete", Pick<C>(index: index), Place(fileID, filePath, line, column), assert) { $0.finish(with: ()) }
    }

    /// Ends a pending command that answers nothing.
    ///
    /// The oldest that is pending and the same as `command`.
    ///
    /// - Fails: when there is no such command, or when the state is another.
    public func complete<C: Command>(
        _ command: C, _ assert: ((inout R.State) throws -> Void)? = nil, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) where C.Output == Void {
        answer("complete", Pick(command: command), Place(fileID, filePath, line, column), assert) {
            $0.finish(with: ())
        }
    }

    /// Gives a pending command an answer, after which others may follow.
    ///
    /// The oldest that is pending, unless `index`, from 0 on, says which.
    ///
    /// - Fails: when there is no such command, or when the state is another.
    public func data<C: Command>(
        _ type: C.Type, at index: Int = 0, _ output: C.Output, _ assert: ((inout R.State) throws -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        answer("data", Pick<C>(index: index), Place(fileID, filePath, line, column), assert) { $0.data(output) }
    }

    /// Gives a pending command an answer, after which others may follow.
    ///
    /// The oldest that is pending and the same as `command`.
    ///
    /// - Fails: when there is no such command, or when the state is another.
    public func data<C: Command>(
        _ command: C, _ output: C.Output, _ assert: ((inout R.State) throws -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        answer("data", Pick(command: command), Place(fileID, filePath, line, column), assert) { $0.data(output) }
    }

    /// Reports that the work of a pending command goes on.
    ///
    /// The oldest that is pending, unless `index`, from 0 on, says which.
    ///
    /// - Fails: when there is no such command, or when the state is another.
    public func progress<C: Command>(
        _ type: C.Type, at index: Int = 0, _ progress: C.Progress, _ assert: ((inout R.State) throws -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        answer("progress", Pick<C>(index: index), Place(fileID, filePath, line, column), assert) {
            $0.progress(progress)
        }
    }

    /// Reports that the work of a pending command goes on.
    ///
    /// The oldest that is pending and the same as `command`.
    ///
    /// - Fails: when there is no such command, or when the state is another.
    public func progress<C: Command>(
        _ command: C, _ progress: C.Progress, _ assert: ((inout R.State) throws -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        answer("progress", Pick(command: command), Place(fileID, filePath, line, column), assert) {
            $0.progress(progress)
        }
    }

    /// Reports that the work of a pending command goes on.
    ///
    /// The oldest that is pending, unless `index`, from 0 on, says which.
    ///
    /// - Fails: when there is no such command, or when the state is another.
    public func progress<C: Command>(
        _ type: C.Type, at index: Int = 0, _ assert: ((inout R.State) throws -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) where C.Progress == Void {
        answer("progress", Pick<C>(index: index), Place(fileID, filePath, line, column), assert) { $0.progress() }
    }

    /// Reports that the work of a pending command goes on.
    ///
    /// The oldest that is pending and the same as `command`.
    ///
    /// - Fails: when there is no such command, or when the state is another.
    public func progress<C: Command>(
        _ command: C, _ assert: ((inout R.State) throws -> Void)? = nil, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) where C.Progress == Void {
        answer("progress", Pick(command: command), Place(fileID, filePath, line, column), assert) { $0.progress() }
    }

    /// Ends a pending command after what was answered, without another event.
    ///
    /// The oldest that is pending, unless `index`, from 0 on, says which.
    ///
    /// - Fails: when there is no such command.
    public func end<C: Command>(
        _ type: C.Type, at index: Int = 0, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        answer("end", Pick<C>(index: index), Place(fileID, filePath, line, column), nil) { $0.finish() }
    }

    /// Ends a pending command after what was answered, without another event.
    ///
    /// The oldest that is pending and the same as `command`.
    ///
    /// - Fails: when there is no such command.
    public func end<C: Command>(
        _ command: C, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        answer("end", Pick(command: command), Place(fileID, filePath, line, column), nil) { $0.finish() }
    }

    /// Ends a pending command with its failure. One that is to be tried again is pending anew when its pause has passed
    /// on the clock, and its failure is no event before the last try.
    ///
    /// The oldest that is pending, unless `index`, from 0 on, says which.
    ///
    /// - Fails: when there is no such command, or when the state is another.
    public func fail<C: Command>(
        _ type: C.Type, at index: Int = 0, with error: C.Failure, _ assert: ((inout R.State) throws -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        answer("fail", Pick<C>(index: index), Place(fileID, filePath, line, column), assert) { $0.fail(error) }
    }

    /// Ends a pending command with its failure. One that is to be tried again is pending anew when its pause has passed
    /// on the clock, and its failure is no event before the last try.
    ///
    /// The oldest that is pending and the same as `command`.
    ///
    /// - Fails: when there is no such command, or when the state is another.
    public func fail<C: Command>(
        _ command: C, with error: C.Failure, _ assert: ((inout R.State) throws -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        answer("fail", Pick(command: command), Place(fileID, filePath, line, column), assert) { $0.fail(error) }
    }

    /// Ends a pending command as cancelled from outside: it has no event, and what waits for its end is not done.
    ///
    /// The oldest that is pending, unless `index`, from 0 on, says which.
    ///
    /// - Fails: when there is no such command.
    public func cancel<C: Command>(
        _ type: C.Type, at index: Int = 0, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        answer("cancel", Pick<C>(index: index), Place(fileID, filePath, line, column), nil) { $0.cancel() }
    }

    /// Ends a pending command as cancelled from outside: it has no event, and what waits for its end is not done.
    ///
    /// The oldest that is pending and the same as `command`.
    ///
    /// - Fails: when there is no such command.
    public func cancel<C: Command>(
        _ command: C, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        answer("cancel", Pick(command: command), Place(fileID, filePath, line, column), nil) { $0.cancel() }
    }
}
