/// A command that a flow requests, or that code outside a reducer executed.
///
/// The functions that run for most commands are closures without a context. They are created in the module that executes the
/// command, where the compiler knows the command's type. The overridden methods look up types at run time, so only rare cases
/// use them.
@usableFromInline
package class CommandNode {
    /// Closures that know the type of the command.
    @usableFromInline
    struct Edges {
        /// Passes the action for the event at an address to the sink.
        @usableFromInline let respond: (CommandNode, UnsafeRawPointer, Sink) -> Void
        @usableFromInline let boxCommand: (UnsafeRawPointer, consuming AnyBox?) -> AnyBox
        @usableFromInline let boxEvent: (UnsafeRawPointer, consuming AnyBox?) -> AnyBox
        @usableFromInline let command: (UnsafeRawPointer) -> any Command
        /// Returns the error of the event at an address, if the event is a failure.
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

    /// The type of the command, and the type of its events.
    @usableFromInline final let type: ObjectIdentifier
    @usableFromInline final let eventType: ObjectIdentifier
    @usableFromInline final let edges: Edges
    /// Whether the command's events are sent as actions.
    @usableFromInline package final let hasResponse: Bool
    /// The options; `nil` for a command without options.
    @usableFromInline package final let options: CommandOptions?
    /// The address of the command.
    ///
    /// Safe: the address is inside the node, and the node never changes the command.
    @exclusivity(unchecked) @usableFromInline final var address = UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped

    @inlinable
    init(
        _ type: ObjectIdentifier, _ eventType: ObjectIdentifier, _ edges: Edges, hasResponse: Bool,
        _ options: CommandOptions?
    ) {
        (self.type, self.eventType, self.edges) = (type, eventType, edges)
        (self.hasResponse, self.options) = (hasResponse, options)
    }

    /// Whether the command has no options and its events are sent as actions.
    final var isPlain: Bool { options == nil && hasResponse }

    /// The command.
    package final var command: any Command { edges.command(address) }

    /// Returns the same request for another command; `nil` if `command` has another type.
    func replacing(_ command: Any) -> CommandNode? { nil }

    /// The same request without an id and options.
    var withoutOptions: CommandNode { self }

    /// Returns the failure event for `error`; `nil` if the command's `Failure` type does not allow it.
    func failureEvent(_ error: any Error) -> AnyBox? { nil }

    /// The id by which policies and `cancel` find the command; `nil` if it has none.
    package final var id: AnyHashable? {
        guard let options else { return nil }
        return options.isNamedByType ? AnyHashable(CommandName(Swift.type(of: command))) : options.givenID
    }

    package final var policy: Policy { options?.policy ?? .concurrent }
    package final var retry: Retry { options?.retry ?? .never }

    /// Passes the action for the event at an address to the sink, if the command's events are sent as actions.
    package final func respond(to event: UnsafeRawPointer, _ sink: Sink) { edges.respond(self, event, sink) }

    /// Whether both nodes request the same command with the same options. The closures that return actions are not compared.
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

/// The options with which a flow executes a command.
@usableFromInline
package final class CommandOptions: Equatable {
    /// The id that the flow specified; `nil` for none.
    let givenID: AnyHashable?
    package let policy: Policy
    package let retry: Retry
    /// The maximum duration of the command, including its retries.
    package let timeout: Duration?
    /// Returns the error of a timeout, of the command's `Failure` type.
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

    /// Creates the options for a command of this type.
    @inlinable
    package convenience init<C: Command>(
        _ type: C.Type, _ id: AnyHashable?, _ policy: Policy, _ retry: Retry, _ timeout: Timeout<C.Failure>?,
        _ cancelled: AnyBox?
    ) {
        self.init(
            id, policy, retry, timeout?.duration, timeout.map { timeout in { timeout.failure(timeout.duration) } },
            cancelled)
    }

    /// Whether the command's type is its id. It is if the flow specified no id and the policy needs one.
    var isNamedByType: Bool { givenID == nil && policy != .concurrent }

    /// Whether both options are equal. The timeout's failures are not compared.
    @usableFromInline
    package static func == (one: CommandOptions, other: CommandOptions) -> Bool {
        one.givenID == other.givenID && one.policy == other.policy && one.retry == other.retry
            && one.timeout == other.timeout
            && areSame(one.cancelled?.any as Any, other.cancelled?.any as Any)
    }
}

/// The id of a command for which the flow specified none: the command's type.
package struct CommandName: Hashable, CustomStringConvertible {
    package let type: any Command.Type

    init(_ type: any Command.Type) { self.type = type }

    package static func == (one: CommandName, other: CommandName) -> Bool { one.type == other.type }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }

    package var description: String { "\(type)" }
}
