// An id is never optional. `.execute(…, id: state.room)` and `.cancel(state.room)` would compile, and differ for `nil`: the command
// would have no id, and the cancellation would find nothing.
//
// An unavailable function for optional ids does not help, because the compiler prefers any available function, and an optional
// converts to `AnyHashable`. So each function with an id has a property of the same name, whose value can be called with an optional
// id. The compiler prefers it, because the id needs no conversion, and then reports that the property's getter is unavailable.

/// The type of an optional id. Only `Optional` conforms.
@_documentation(visibility: internal)
public protocol OptionalID: Hashable {}

extension Optional: OptionalID where Wrapped: Hashable {}

@_documentation(visibility: internal)
extension Flow {
    /// A function with an optional id, which does not compile.
    public enum OptionalIDCall {
        /// `cancel` or `id`.
        public func callAsFunction<ID: OptionalID>(
            _ id: ID, includingChildren: Bool = false, policy: Policy = .concurrent
        ) -> Flow { switch self {} }

        /// `after`.
        public func callAsFunction<ID: OptionalID>(_ delay: Duration, _ flow: Flow, id: ID) -> Flow { switch self {} }

        /// `debounce` or `throttle`.
        public func callAsFunction<ID: OptionalID>(
            _ interval: Duration, id: ID, latest: Bool = true, _ flow: Flow
        ) -> Flow { switch self {} }

        /// `execute`, also that of active commands.
        public func callAsFunction<C: Command, ID: OptionalID>(
            _ command: C, as respond: ((Event<C>) -> R.Action)? = nil, id: ID, policy: Policy = .concurrent,
            retry: Retry = .never, timeout: Timeout<C.Failure>? = nil, onCancel cancelled: R.Action? = nil
        ) -> Flow { switch self {} }
    }

    /// `cancel` with an optional id.
    public static var cancel: OptionalIDCall {
        @available(*, unavailable, message: "An id is never optional. Unwrap it first.") get { fatalError() }
    }

    /// `execute` with an optional id.
    public static var execute: OptionalIDCall {
        @available(*, unavailable, message: "An id is never optional. Unwrap it first.") get { fatalError() }
    }

    /// `after` with an optional id.
    public static var after: OptionalIDCall {
        @available(*, unavailable, message: "An id is never optional. Unwrap it first.") get { fatalError() }
    }

    /// `debounce` with an optional id.
    public static var debounce: OptionalIDCall {
        @available(*, unavailable, message: "An id is never optional. Unwrap it first.") get { fatalError() }
    }

    /// `throttle` with an optional id.
    public static var throttle: OptionalIDCall {
        @available(*, unavailable, message: "An id is never optional. Unwrap it first.") get { fatalError() }
    }

    /// `id` with an optional id.
    public var id: OptionalIDCall {
        @available(*, unavailable, message: "An id is never optional. Unwrap it first.") get { fatalError() }
    }
}

@_documentation(visibility: internal)
extension ActiveCommands {
    /// `execute` with an optional id.
    public var execute: Flow<R>.OptionalIDCall {
        @available(*, unavailable, message: "An id is never optional. Unwrap it first.") get { fatalError() }
    }
}
