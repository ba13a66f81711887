/// The middleware of an engine.
final class Chain {
    /// Safe: an engine holds its chain, and who else does asks it for the engine only while a turn is under way.
    unowned(unsafe) let engine: Engine
    let first: UnsafeMutablePointer<Stage>
    /// Behind the last.
    let end: UnsafeMutablePointer<Stage>

    /// A chain of at least one.
    init(_ middleware: [any Middleware], of engine: Engine) {
        self.engine = engine
        // Safe: freed with the chain.
        first = .allocate(capacity: middleware.count)
        end = first + middleware.count
        for (index, one) in middleware.enumerated() { (first + index).initialize(to: Stage(one)) }
    }

    deinit {
        for index in 0..<count { first[index].free() }
        first.deallocate()
    }

    var count: Int { end - first }

    subscript(index: Int) -> Stage { first[index] }
}

/// One middleware, at a place where it need be neither copied nor looked for to be asked.
struct Stage {
    private let kind: any Middleware.Type
    /// Safe: a `Place` of that type is there, until ``free()``.
    private let place: UnsafeMutableRawPointer

    /// It cannot be copied, so neither does the compiler copy what is in it.
    private struct Place<M: Middleware>: ~Copyable {
        let middleware: M

        // Always inlined, because it would have to look up its own type else.
        @inline(__always) borrowing func ask(_ message: Message) throws -> Decision {
            try middleware.intercept(message)
        }
    }

    init<M: Middleware>(_ middleware: M) {
        let place = UnsafeMutablePointer<Place<M>>.allocate(capacity: 1)
        place.initialize(to: Place(middleware: middleware))
        (kind, self.place) = (M.self, UnsafeMutableRawPointer(place))
    }

    func free() {
        func free<M: Middleware>(_ kind: M.Type) {
            place.assumingMemoryBound(to: Place<M>.self).deinitialize(count: 1)
            place.deallocate()
        }
        free(kind)
    }

    var middleware: any Middleware {
        func middleware<M: Middleware>(_ kind: M.Type) -> any Middleware {
            place.assumingMemoryBound(to: Place<M>.self).pointee.middleware
        }
        return middleware(kind)
    }

    /// What the middleware decides. An error that it throws fails the message.
    @inline(__always) func ask(_ message: Message) -> Decision {
        do { return try ask(kind, message) } catch { return .fail(with: error) }
    }

    @inline(__always) private func ask<M: Middleware>(_ kind: M.Type, _ message: Message) throws -> Decision {
        try place.assumingMemoryBound(to: Place<M>.self).pointee.ask(message)
    }
}

extension Engine {
    var isIntercepted: Bool { gate.pointee & Gate.intercepted != 0 }

    /// Tells the middleware that hears of failures.
    func tellFailure(_ error: any Error, _ message: Message) {
        for case let middleware as any FailureMiddleware in middleware { middleware.failed(error, message) }
    }
}
