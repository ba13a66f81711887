/// A command that a flow requests, or that code outside a reducer executed.
///
/// The functions that run for most commands are closures without a context. They are created in the module that executes the
/// command, where the compiler knows the command's type. The overridden methods look up types at run time, so only rare cases
/// use them.
@usableFromInline
package class CommandNode {
    /// The value that ``Functions/box`` copies: the command or the event at an address, or the error of a failure.
    @usableFromInline
    package enum Part { case command, event, error }

    /// Closures that know the type of the command. There are only two, because each node stores them.
    ///
    /// `respond` passes the action for the event at an address to the sink. `box` returns a copy of a part in a box: in the given
    /// box if it fits and there is no other reference to it. An event that is not a failure has no error.
    @usableFromInline
    package typealias Functions = (
        respond: (CommandNode, UnsafeRawPointer, Sink) -> Void,
        box: (Part, UnsafeRawPointer, consuming AnyBox?) -> AnyBox?
    )

    /// The type of the command, and the type of its events.
    @usableFromInline package final let type: ObjectIdentifier
    @usableFromInline package final let eventType: ObjectIdentifier
    @usableFromInline package final let functions: Functions
    /// Whether the command's events are sent as actions.
    @usableFromInline package final let hasResponse: Bool
    /// Whether the command's type defines these actions, see ``RespondingCommand``.
    @usableFromInline package final let respondsByType: Bool
    /// The options; `nil` for a command without options.
    @usableFromInline package final let options: CommandOptions?
    /// The address of the command.
    ///
    /// Safe: the address is inside the node, and the node never changes the command. Not a stored property, for the same reason as
    /// ``AnyBox/address``.
    @inlinable package final var address: UnsafeRawPointer { storedAddress }
    @exclusivity(unchecked) @usableFromInline final var storedAddress = UnsafeRawPointer(bitPattern: 1)
        .unsafelyUnwrapped

    @inlinable
    init(
        _ type: ObjectIdentifier, _ eventType: ObjectIdentifier, _ functions: Functions, hasResponse: Bool,
        _ options: CommandOptions?, respondsByType: Bool
    ) {
        (self.type, self.eventType, self.functions) = (type, eventType, functions)
        (self.hasResponse, self.options, self.respondsByType) = (hasResponse, options, respondsByType)
    }

    /// The command.
    package var command: any Command { NoCommand() }

    /// Returns the error of the event at an address, if the event is a failure.
    @inlinable
    package final func failure(_ event: UnsafeRawPointer) -> (any Error)? {
        functions.box(.error, event, nil)?.any as? any Error
    }

    /// Returns the same request for another command; `nil` if `command` has another type.
    package func replacing(_ command: Any) -> CommandNode? { nil }

    /// The same request without an id and options.
    package var withoutOptions: CommandNode { self }

    /// Returns the failure event for `error`; `nil` if the command's `Failure` type does not allow it.
    package func failureEvent(_ error: any Error) -> AnyBox? { nil }

    /// The id by which policies and `cancel` find the command; `nil` if it has none.
    package final var id: AnyHashable? {
        guard let options else { return nil }
        return options.isNamedByType ? AnyHashable(CommandName(Swift.type(of: command))) : options.givenID?.stored
    }

    @inlinable package final var policy: Policy { options?.policy ?? .concurrent }
    package final var retry: Retry { options?.retry ?? .never }

    /// Passes the action for the event at an address to the sink, if the command's events are sent as actions.
    @inlinable
    package final func respond(to event: UnsafeRawPointer, _ sink: Sink) { functions.respond(self, event, sink) }

    /// Whether both nodes request the same command with the same options. The closures that return actions are not compared.
    ///
    /// - Parameter compare: Compares the commands, and the actions for their cancellation.
    package final func isSame(
        as other: CommandNode, by compare: (Any, Any) -> Bool = { areSame($0, $1) }
    ) -> Bool {
        type == other.type && compare(command, other.command) && hasResponse == other.hasResponse
            && (options ?? .none).isSame(as: other.options ?? .none, by: compare)
    }
}

/// The command of a node without one. Each node of a program has a command, because it is a ``CommandRequestNode``.
private struct NoCommand: Command { typealias Output = Never }

/// A request for a command of type `C`, whose events become actions of type `Action`.
@usableFromInline
package final class CommandRequestNode<C: Command, Action>: CommandNode {
    @exclusivity(unchecked) @usableFromInline var stored: C
    @usableFromInline let respond: ((Event<C>) -> Action)?

    @inlinable
    package init(
        _ command: C, _ respond: ((Event<C>) -> Action)?, _ options: CommandOptions? = nil, respondsByType: Bool = false
    ) {
        (stored, self.respond) = (command, respond)
        let functions: Functions = (
            respond: { node, event, sink in
                guard let respond = unsafeDowncast(node, to: CommandRequestNode.self).respond else { return }
                withAddress(of: respond(event.assumingMemoryBound(to: Event<C>.self).pointee), to: sink)
            },
            box: { part, address, spare in
                switch part {
                case .command: Box<C>.make(at: address, reusing: spare)
                case .event: Box<Event<C>>.make(at: address, reusing: spare)
                case .error: address.assumingMemoryBound(to: Event<C>.self).pointee.error.map { Box($0) }
                }
            }
        )
        super.init(
            ObjectIdentifier(C.self), ObjectIdentifier(Event<C>.self), functions, hasResponse: respond != nil, options,
            respondsByType: respondsByType)
        storedAddress = withUnsafeMutablePointer(to: &stored) { UnsafeRawPointer($0) }
    }

    package override var command: any Command { stored }

    package override func replacing(_ command: Any) -> CommandNode? {
        (command as? C).map { CommandRequestNode($0, respond, options) }
    }

    package override var withoutOptions: CommandNode { options == nil ? self : CommandRequestNode(stored, respond) }

    package override func failureEvent(_ error: any Error) -> AnyBox? {
        (error as? C.Failure).map { Box(Event<C>.failure($0)) }
    }
}

/// The options with which a flow executes a command.
@usableFromInline
package class CommandOptions {
    /// The id that the flow specified; `nil` for none.
    package final let givenID: Box<AnyHashable>?
    @usableFromInline package final let policy: Policy
    package final let retry: Retry
    /// The maximum duration of the command, including its retries.
    package final let timeout: Duration?
    /// The action that is sent if the command is cancelled.
    package final let cancelled: AnyBox?
    /// Whether the command's type is its id. It is if the flow specified no id and the policy needs one.
    package final let isNamedByType: Bool

    static var none: CommandOptions { CommandOptions(nil, .concurrent, .never, nil, nil) }

    @usableFromInline
    package init(
        _ id: Box<AnyHashable>?, _ policy: Policy, _ retry: Retry, _ timeout: Duration?, _ cancelled: AnyBox?
    ) {
        (givenID, self.policy, self.retry) = (id, policy, retry)
        (self.timeout, self.cancelled, isNamedByType) = (timeout, cancelled, id == nil && policy != .concurrent)
    }

    /// Creates the options for a command of this type.
    @inlinable
    package static func make<C: Command>(
        _ type: C.Type, _ id: Box<AnyHashable>?, _ policy: Policy, _ retry: Retry, _ timeout: Timeout<C.Failure>?,
        _ cancelled: AnyBox?
    ) -> CommandOptions {
        timeout.map { TimedOptions(id, policy, retry, $0, cancelled) }
            ?? CommandOptions(id, policy, retry, nil, cancelled)
    }

    /// Returns the error of a timeout, of the command's `Failure` type; `nil` if there is no timeout.
    package var failure: (any Error)? { nil }

    /// Whether both options are the same. The timeout's failures are not compared.
    final func isSame(as other: CommandOptions, by compare: (Any, Any) -> Bool) -> Bool {
        areSame(givenID?.stored, other.givenID?.stored) && policy == other.policy
            && areSame(retry, other.retry) && timeout == other.timeout
            && compare(cancelled?.any as Any, other.cancelled?.any as Any)
    }
}

/// Boxes the id of a command. It is not inlined, because its callers would copy an id that is `nil`, too.
@usableFromInline package func boxedID(_ id: AnyHashable?) -> Box<AnyHashable>? { id.map { Box($0) } }

@usableFromInline
final class TimedOptions<Failure: Error>: CommandOptions {
    @usableFromInline let limit: Timeout<Failure>

    @inlinable
    init(
        _ id: Box<AnyHashable>?, _ policy: Policy, _ retry: Retry, _ limit: Timeout<Failure>, _ cancelled: AnyBox?
    ) {
        self.limit = limit
        super.init(id, policy, retry, limit.duration, cancelled)
    }

    package override var failure: (any Error)? { limit.failure(limit.duration) }
}

/// The id of a command for which the flow specified none: the command's type.
package struct CommandName: Hashable, CustomStringConvertible {
    package let type: any Command.Type

    init(_ type: any Command.Type) { self.type = type }

    package static func == (one: CommandName, other: CommandName) -> Bool { one.type == other.type }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }

    package var description: String { "\(type)" }
}
