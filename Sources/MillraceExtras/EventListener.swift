public import Millrace

/// Functions to call with a command's events: at least one.
public struct EventListener<C: Command> {
    let onData: ((C.Output) -> Void)?
    let onFailure: ((C.Failure) -> Void)?
    let onProgress: ((C.Progress) -> Void)?

    fileprivate init(
        data: ((C.Output) -> Void)?, failure: ((C.Failure) -> Void)? = nil, progress: ((C.Progress) -> Void)? = nil
    ) {
        (onData, onFailure, onProgress) = (data, failure, progress)
    }

    /// Creates a listener to results and, if functions are given for them, to a failure and to progress. Without `onFailure`, a
    /// failure does not count as handled.
    public init(
        onData: @escaping (C.Output) -> Void, onFailure: ((C.Failure) -> Void)? = nil,
        onProgress: ((C.Progress) -> Void)? = nil
    ) {
        self.init(data: onData, failure: onFailure, progress: onProgress)
    }

    /// Creates a listener that calls `onData` for each result. A failure does not count as handled.
    public init(_ onData: @escaping () -> Void) { self.init(data: { _ in onData() }) }

    // An unlabelled closure is a listener to results if it can be one. Without the attribute, it could be one of these.

    /// Creates a listener to a failure and, if a function is given for it, to progress.
    @_disfavoredOverload
    public init(onFailure: @escaping (C.Failure) -> Void, onProgress: ((C.Progress) -> Void)? = nil) {
        self.init(data: nil, failure: onFailure, progress: onProgress)
    }

    /// Creates a listener to progress. A failure does not count as handled.
    @_disfavoredOverload
    public init(onProgress: @escaping (C.Progress) -> Void) { self.init(data: nil, progress: onProgress) }

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
    /// Without `onFailure`, a failure does not count as handled. An unlabelled closure with a parameter receives the event or, if
    /// the type of its parameter says so, the result.
    ///
    /// The functions run on the engine's actor, after all stores that handle the event have reduced it. Listeners are called in
    /// the order of registration.
    @discardableResult
    public func listen<C: Command>(
        to type: C.Type, owner: AnyObject? = nil, onData: ((C.Output) -> Void)?,
        onFailure: ((C.Failure) -> Void)? = nil, onProgress: ((C.Progress) -> Void)? = nil
    ) -> Subscription {
        // `onData` is an optional, so that the compiler prefers the function for events if a closure could be passed to both.
        listen(owner, EventListener<C>(data: onData, failure: onFailure, progress: onProgress))
    }

    /// Calls `onData` for each result of every command of this type, until the subscription ends or `owner` is released.
    ///
    /// A failure does not count as handled.
    @discardableResult
    public func listen<C: Command>(
        to type: C.Type, owner: AnyObject? = nil, _ onData: @escaping () -> Void
    ) -> Subscription {
        listen(owner, EventListener<C>(onData))
    }

    /// Calls the functions with the failures and the progress of every command of this type, until the subscription ends or
    /// `owner` is released.
    @discardableResult @_disfavoredOverload
    public func listen<C: Command>(
        to type: C.Type, owner: AnyObject? = nil, onFailure: @escaping (C.Failure) -> Void,
        onProgress: ((C.Progress) -> Void)? = nil
    ) -> Subscription {
        listen(owner, EventListener<C>(onFailure: onFailure, onProgress: onProgress))
    }

    /// Calls the function with the progress of every command of this type, until the subscription ends or `owner` is released.
    ///
    /// A failure does not count as handled.
    @discardableResult @_disfavoredOverload
    public func listen<C: Command>(
        to type: C.Type, owner: AnyObject? = nil, onProgress: @escaping (C.Progress) -> Void
    ) -> Subscription {
        listen(owner, EventListener<C>(onProgress: onProgress))
    }

    private func listen<C: Command>(_ owner: AnyObject?, _ listener: EventListener<C>) -> Subscription {
        listeners(of: Event<C>.self, named: C.self).others.add(
            number: takeNumber(), owner: owner, handlesFailure: listener.onFailure != nil
        ) { listener.receive($0) }
    }

    /// Executes `command` with a listener that receives only the events of this execution.
    @discardableResult
    public func execute<C: Command>(_ command: C, listener: EventListener<C>) -> Receipt {
        dispatch("The command \(command)") { scope in
            let node = CommandRequestNode<C, Void>(command, nil)
            effects.execute(node, Place(nil, scope: scope, cause: cause)) { task in
                task.requireWork().listener = { listener.receive($0.assumingMemoryBound(to: Event<C>.self).pointee) }
                task.handlesFailure = listener.onFailure != nil
            }
        }
    }
}
