public import Millrace

/// What is done with a command's events: wait, consume and rescue, each part optional.
public struct Reaction<C: Command> {
    let wait: ((C.Progress) -> Void)?
    let consume: ((C.Output) -> Void)?
    let rescue: ((C.Failure) -> Void)?

    /// A reaction of these parts. Without `rescue` a failure is not handled.
    public init(
        wait: ((C.Progress) -> Void)? = nil, consume: ((C.Output) -> Void)? = nil, rescue: ((C.Failure) -> Void)? = nil
    ) {
        (self.wait, self.consume, self.rescue) = (wait, consume, rescue)
    }

    func receive(_ event: Event<C>) {
        switch event {
        case .progress(let progress): wait?(progress)
        case .data(let output): consume?(output)
        case .failure(let error): rescue?(error)
        }
    }
}

extension Engine {
    /// Reacts to every event of every command of this type, until the subscription ends or `owner` is
    /// released. Without `rescue`, a failure does not count as handled.
    ///
    /// On the engine's actor, when every store concerned has reduced the event; in the order of registration.
    @discardableResult
    public func react<C: Command>(
        to type: C.Type, owner: AnyObject? = nil, wait: ((C.Progress) -> Void)? = nil,
        consume: ((C.Output) -> Void)? = nil, rescue: ((C.Failure) -> Void)? = nil
    ) -> Subscription {
        let reaction = Reaction<C>(wait: wait, consume: consume, rescue: rescue)
        return listeners(of: Event<C>.self, named: type).others.add(
            number: takeNumber(), owner: owner, handlesFailure: rescue != nil
        ) { reaction.receive($0) }
    }

    /// Executes `command` with a reaction of its own, which receives the events of this one execution only.
    @discardableResult
    public func execute<C: Command>(_ command: C, reaction: Reaction<C>) -> Receipt {
        dispatch("The command \(command)") { scope in
            admit(CommandRequestNode<C, Void>(command, nil), in: nil, scope: scope) { task in
                task.requireWork().reaction = { reaction.receive($0.assumingMemoryBound(to: Event<C>.self).pointee) }
                task.handlesFailure = reaction.rescue != nil
            }
        }
    }
}
