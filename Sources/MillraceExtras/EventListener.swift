public import Millrace

/// Optional functions to call with a command's events.
public struct EventListener<C: Command> {
    let onProgress: ((C.Progress) -> Void)?
    let onData: ((C.Output) -> Void)?
    let onFailure: ((C.Failure) -> Void)?

    /// Creates a listener. Without `onFailure`, a failure does not count as handled.
    public init(
        onProgress: ((C.Progress) -> Void)? = nil, onData: ((C.Output) -> Void)? = nil,
        onFailure: ((C.Failure) -> Void)? = nil
    ) {
        (self.onProgress, self.onData, self.onFailure) = (onProgress, onData, onFailure)
    }

    func receive(_ event: Event<C>) {
        switch event {
        case .progress(let progress): onProgress?(progress)
        case .data(let output): onData?(output)
        case .failure(let error): onFailure?(error)
        }
    }
}

extension Engine {
    /// Calls the functions with the events of every command of this type, until the subscription ends or `owner` is released.
    ///
    /// Without `onFailure`, a failure does not count as handled.
    ///
    /// The functions run on the engine's actor, after all stores that handle the event have reduced it. Listeners are called in
    /// the order of registration.
    @discardableResult
    public func listen<C: Command>(
        to type: C.Type, owner: AnyObject? = nil, onProgress: ((C.Progress) -> Void)? = nil,
        onData: ((C.Output) -> Void)? = nil, onFailure: ((C.Failure) -> Void)? = nil
    ) -> Subscription {
        let listener = EventListener<C>(onProgress: onProgress, onData: onData, onFailure: onFailure)
        return listeners(of: Event<C>.self, named: type).others.add(
            number: takeNumber(), owner: owner, handlesFailure: onFailure != nil
        ) { listener.receive($0) }
    }

    /// Executes `command` with a listener that receives only the events of this execution.
    @discardableResult
    public func execute<C: Command>(_ command: C, listener: EventListener<C>) -> Receipt {
        dispatch("The command \(command)") { scope in
            admit(CommandRequestNode<C, Void>(command, nil), in: nil, scope: scope) { task in
                task.requireWork().listener = { listener.receive($0.assumingMemoryBound(to: Event<C>.self).pointee) }
                task.handlesFailure = listener.onFailure != nil
            }
        }
    }
}
