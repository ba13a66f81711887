/// A command that a flow requests, or that was executed by hand.
///
/// What knows the command's type on an everyday path is a few closures without a context, which are made in the module that
/// executes it. An overridden method of a generic class looks up its types at each call; those below are for rare paths.
@usableFromInline
package class CommandNode {
    /// The functions that know the types.
    @usableFromInline
    struct Edges {
        /// Gives the sink the action for the event at an address.
        @usableFromInline let respond: (CommandNode, UnsafeRawPointer, Sink) -> Void
        @usableFromInline let boxCommand: (UnsafeRawPointer, consuming AnyBox?) -> AnyBox
        @usableFromInline let boxEvent: (UnsafeRawPointer, consuming AnyBox?) -> AnyBox
        @usableFromInline let command: (UnsafeRawPointer) -> any Command
        /// The error of the event at an address, if it is a failure.
        @usableFromInline let failure: (UnsafeRawPointer) -> (any Error)?

        @inlinable
        init(
            respond: @escaping (CommandNode, UnsafeRawPointer, Sink) -> Void,
            boxCommand: @escaping (UnsafeRawPointer, consuming AnyBox?) -> AnyBox,
            boxEvent: @escaping (UnsafeRawPointer, consuming AnyBox?) -> AnyBox,
            command: @escaping (UnsafeRawPointer) -> any Command,
            failure: @escaping (UnsafeRawPointer) -> (any Error)?
        ) {
            (self.respond, self.boxCommand, self.boxEvent) = (respond, boxCommand, boxEvent)
            (self.command, self.failure) = (command, failure)
        }
    }

    /// The type of the command, and that of its events.
    @usableFromInline final let type: ObjectIdentifier
    @usableFromInline final let eventType: ObjectIdentifier
    @usableFromInline final let edges: Edges
    /// Whether the events are sent as actions.
    @usableFromInline package final let hasResponse: Bool
    /// What a plain request does without.
    @usableFromInline package final let options: CommandOptions?
    /// Where the command is. Safe: it points into the node itself, which keeps the command as it is.
    @exclusivity(unchecked) @usableFromInline final var address = UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped

    @inlinable
    init(
        _ type: ObjectIdentifier, _ eventType: ObjectIdentifier, _ edges: Edges, hasResponse: Bool,
        _ options: CommandOptions?
    ) {
        (self.type, self.eventType, self.edges) = (type, eventType, edges)
        (self.hasResponse, self.options) = (hasResponse, options)
    }

    /// Whether it has no options, and its events are sent as actions.
    final var isPlain: Bool { options == nil && hasResponse }

    /// The command.
    package final var command: any Command { edges.command(address) }

    /// The same request for another command of the same type; `nil` for one of another type.
    func replacing(_ command: Any) -> CommandNode? { nil }

    /// The same request without an id and options.
    var withoutOptions: CommandNode { self }

    /// The event of a failure; `nil` where the command cannot fail with this error.
    func failureEvent(_ error: any Error) -> AnyBox? { nil }

    /// What policies and `cancel` find the effect by.
    package final var id: AnyHashable? {
        guard let options else { return nil }
        return options.isNamedByType ? AnyHashable(CommandName(Swift.type(of: command))) : options.givenID
    }

    package final var policy: Policy { options?.policy ?? .concurrent }
    package final var retry: Retry { options?.retry ?? .never }

    /// Gives the sink the action for the event at an address, if the events are sent as actions.
    package final func respond(to event: UnsafeRawPointer, _ sink: Sink) { edges.respond(self, event, sink) }

    /// Whether both request the same; the closures that make actions are not compared.
    package final func isSame(as other: CommandNode) -> Bool {
        type == other.type && areSame(command, other.command) && hasResponse == other.hasResponse
            && (options ?? .none) == (other.options ?? .none)
    }
}

/// A request for a command of type `C`, whose events become actions of type `Action`.
@usableFromInline
package final class CommandRequestNode<C: Command, Action>: CommandNode {
    @exclusivity(unchecked) @usableFromInline var stored: C
    @usableFromInline let respond: ((Event<C>) -> Action)?

    @inlinable
    package init(_ command: C, _ respond: ((Event<C>) -> Action)?, _ options: CommandOptions? = nil) {
        (stored, self.respond) = (command, respond)
        let edges = Edges(
            respond: { node, event, sink in
                guard let respond = unsafeDowncast(node, to: CommandRequestNode.self).respond else { return }
                lend(respond(event.assumingMemoryBound(to: Event<C>.self).pointee), to: sink)
            },
            boxCommand: { Box<C>.make(at: $0, reusing: $1) }, boxEvent: { Box<Event<C>>.make(at: $0, reusing: $1) },
            command: { $0.assumingMemoryBound(to: C.self).pointee },
            failure: { $0.assumingMemoryBound(to: Event<C>.self).pointee.error })
        super.init(
            ObjectIdentifier(C.self), ObjectIdentifier(Event<C>.self), edges, hasResponse: respond != nil, options)
        address = withUnsafeMutablePointer(to: &stored) { UnsafeRawPointer($0) }
    }

    override func replacing(_ command: Any) -> CommandNode? {
        (command as? C).map { CommandRequestNode($0, respond, options) }
    }

    override var withoutOptions: CommandNode { options == nil ? self : CommandRequestNode(stored, respond) }

    override func failureEvent(_ error: any Error) -> AnyBox? {
        (error as? C.Failure).map { Box(Event<C>.failure($0)) }
    }
}

/// The options of a command's request.
@usableFromInline
package final class CommandOptions: Equatable {
    /// The id of the effect, if the flow gave one.
    let givenID: AnyHashable?
    package let policy: Policy
    package let retry: Retry
    /// How long the command may take in all.
    package let timeout: Duration?
    /// What it fails with then, of the command's own type of failure.
    package let failure: (() -> any Error)?
    /// The action that is sent if the command is cancelled.
    package let cancelled: AnyBox?

    static var none: CommandOptions { CommandOptions(nil, .concurrent, .never, nil, nil, nil) }

    @usableFromInline
    package init(
        _ id: AnyHashable?, _ policy: Policy, _ retry: Retry, _ timeout: Duration?, _ failure: (() -> any Error)?,
        _ cancelled: AnyBox?
    ) {
        (givenID, self.policy, self.retry) = (id, policy, retry)
        (self.timeout, self.failure, self.cancelled) = (timeout, failure, cancelled)
    }

    /// The options of a command of this type.
    @inlinable
    package convenience init<C: Command>(
        _ type: C.Type, _ id: AnyHashable?, _ policy: Policy, _ retry: Retry, _ timeout: Timeout<C.Failure>?,
        _ cancelled: AnyBox?
    ) {
        self.init(
            id, policy, retry, timeout?.duration, timeout.map { timeout in { timeout.failure(timeout.duration) } },
            cancelled)
    }

    /// Whether the effect is named by the type of its command, because its policy needs a name.
    var isNamedByType: Bool { givenID == nil && policy != .concurrent }

    /// Whether both are the same; failures cannot be compared.
    @usableFromInline
    package static func == (one: CommandOptions, other: CommandOptions) -> Bool {
        one.givenID == other.givenID && one.policy == other.policy && one.retry == other.retry
            && one.timeout == other.timeout
            && areSame(one.cancelled?.any as Any, other.cancelled?.any as Any)
    }
}

/// The name of a command that was given no id: its type.
package struct CommandName: Hashable, CustomStringConvertible {
    package let type: any Command.Type

    init(_ type: any Command.Type) { self.type = type }

    package static func == (one: CommandName, other: CommandName) -> Bool { one.type == other.type }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }

    package var description: String { "\(type)" }
}
