/// An event of an element that its view listens to, and the action that it sends.
///
/// The browser receives only the names of the events. A message with another name, or with a value that the event cannot
/// have, is rejected.
struct HTMLEvent {
    /// The name, as the browser sends it. It contains no space.
    let name: String
    /// Returns the action for a sent value.
    let decode: (SentValue) throws(ValidationError) -> Any

    /// Creates an event without a value.
    init(_ name: String, _ action: Any) {
        self.init(name) { value throws(ValidationError) in
            guard value == .none else { throw .unexpectedValue }
            return action
        }
    }

    /// Creates an event whose value consists of this many coordinates.
    init(_ name: String, coordinates count: Int, _ action: @escaping ([Double]) -> Any?) {
        self.init(name) { value throws(ValidationError) in
            guard case .numbers(let numbers) = value, numbers.count == count,
                numbers.allSatisfy({ $0.magnitude <= Self.maxCoordinate }), let action = action(numbers)
            else { throw .unexpectedValue }
            return action
        }
    }

    init(_ name: String, _ decode: @escaping (SentValue) throws(ValidationError) -> Any) {
        (self.name, self.decode) = (name, decode)
    }

    func mapped(_ transform: @escaping (Any) -> Any) -> HTMLEvent {
        HTMLEvent(name) { [decode] value throws(ValidationError) in transform(try decode(value)) }
    }

    /// The largest coordinate. Browsers have no larger elements. The comparison also rejects values that are not finite.
    private static let maxCoordinate = 1e8
}

extension HTML {
    func listening(to event: HTMLEvent) -> HTML {
        changing { element in
            let control = element.control ?? .eventsOnly
            element.control = control.adding(event)
        }
    }
}
