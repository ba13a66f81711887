public import Millrace

/// The values of the tables of law 12. A journal encodes them, and an explorer hashes them.
public typealias ComparedValue = Codable & Hashable & Sendable

/// A value that does not equal itself, and another one.
public struct ComparedValues<Value: ComparedValue>: Sendable {
    private let make: @Sendable () -> Value
    /// A value that differs from ``fresh`` beside its NaN.
    public let other: Value

    fileprivate init(_ make: @escaping @Sendable () -> Value, _ other: Value) {
        (self.make, self.other) = (make, other)
    }

    /// The value, with storage of its own in each call, so that its bits differ.
    public var fresh: Value { make() }
}

/// A place that decides whether a value has changed.
@MainActor public protocol ComparisonPlace {
    func check<Value: ComparedValue>(_ values: ComparedValues<Value>) async throws
}

/// A row of the tables of law 12: values that do not equal themselves, or contain such values.
public struct SameInput: Sendable, CustomStringConvertible {
    /// The name of the row.
    public let description: String
    private let visit: @MainActor @Sendable (any ComparisonPlace) async throws -> Void

    private init<Value: ComparedValue>(
        _ name: String, _ make: @autoclosure @escaping @Sendable () -> Value, other: Value
    ) {
        description = name
        let values = ComparedValues(make, other)
        visit = { try await $0.check(values) }
    }

    /// Checks the values in a place.
    @MainActor public func check(in place: any ComparisonPlace) async throws { try await visit(place) }

    /// The rows for places that decide whether a value has changed.
    public static var all: [SameInput] {
        [
            SameInput("a number", Double.nan, other: 1),
            SameInput("a struct", Quote(), other: Quote(price: 1)),
            SameInput("a struct, and its text changes", Quote(), other: Quote(name: "another")),
            SameInput("a struct with an array", QuoteList(ids: [.nan]), other: QuoteList(ids: [.nan, 1])),
            SameInput("an array", [Double.nan, 2], other: [.nan, 3]),
            SameInput("an array of arrays", [[Double.nan], []], other: [[.nan], [1]]),
            SameInput("an optional", Double?.some(.nan), other: nil),
            SameInput("an optional array", [Double]?.some([.nan]), other: nil),
            SameInput("a dictionary", ["a": Quote(), "b": Quote()], other: ["a": Quote(), "c": Quote()]),
            SameInput("the keys of a dictionary", [Double.nan: 1, 2: 3], other: [Double.nan: 2, 2: 3]),
            SameInput("a set", Set([Quote(), Quote(price: 1)]), other: [Quote(), Quote(price: 2)]),
            SameInput("a payload", Reading.measured(Quote()), other: .missing),
            SameInput("another payload", Reading.measured(Quote()), other: .estimated(Quote())),
            SameInput("nested values", nested(.nan), other: nested(1)),
            SameInput("ten thousand elements", quotes(last: .nan), other: quotes(last: 1)),
        ]
    }

    /// Values that are equal by `==`, but do not store the same.
    public static var hidden: [SameInput] {
        [
            SameInput("a member that == ignores", Tagged(note: "a"), other: Tagged(note: "b")),
            SameInput("an array with one", [Tagged(note: "a")], other: [Tagged(note: "b")]),
            SameInput("an optional with one", Tagged?.some(Tagged(note: "a")), other: Tagged(note: "b")),
            SameInput("a dictionary with one", ["a": Tagged(note: "a")], other: ["a": Tagged(note: "b")]),
            SameInput("a set with one", Set([Tagged(note: "a")]), other: [Tagged(note: "b")]),
            SameInput("a payload with one", Label.tagged(Tagged(note: "a")), other: .tagged(Tagged(note: "b"))),
            SameInput("a text with other scalars", "\u{E9}", other: "e\u{301}"),
            SameInput("a key with other scalars", ["\u{E9}": 1], other: ["e\u{301}": 1]),
            SameInput("an element with other scalars", Set(["\u{E9}", "a"]), other: ["e\u{301}", "a"]),
            SameInput("a negative zero", 0.0, other: -0.0),
            SameInput("a negative zero beside NaN", [Double.nan, 0], other: [.nan, -0.0]),
            SameInput("ten thousand elements", tagged(last: "a"), other: tagged(last: "b")),
        ]
    }

    private static func tagged(last note: String) -> [Tagged] {
        (0..<10_000).map { Tagged(note: $0 == 9_999 ? note : "") }
    }

    private static func nested(_ price: Double) -> [String: [Reading?]] {
        ["a": [nil, .measured(Quote()), .several([Quote(name: "x", price: price)])], "b": []]
    }

    private static func quotes(last price: Double) -> [Quote] {
        (0..<10_000).map { Quote(name: "quote \($0)", price: $0 == 9_999 ? price : 1) }
    }
}

/// A text and a number that may be NaN.
public struct Quote: ComparedValue {
    /// The text.
    public var name: String
    /// The number.
    public var price: Double

    /// Creates a quote whose text has storage of its own.
    public init(name: String = "a name that is too long", price: Double = .nan) {
        (self.name, self.price) = (String(decoding: Array(name.utf8), as: UTF8.self), price)
    }
}

/// A struct with an array, which hides that an element does not equal itself.
public struct QuoteList: ComparedValue {
    /// The numbers.
    public var ids: [Double]

    /// Creates a list.
    public init(ids: [Double]) { self.ids = ids }
}

/// Payloads that may contain NaN.
public enum Reading: ComparedValue {
    case measured(Quote)
    case estimated(Quote)
    case several([Quote])
    case missing
}

/// Its `==` ignores the note.
public struct Tagged: ComparedValue {
    /// The id, which `==` compares.
    public var id = 1
    /// The note, which `==` ignores.
    public var note: String

    /// Whether both have the same id.
    public static func == (one: Tagged, other: Tagged) -> Bool { one.id == other.id }

    /// Adds the id.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// A payload that may contain a tag.
public enum Label: ComparedValue {
    case tagged(Tagged)
    case none
}

/// Has a value of a table in its state, and posts such values.
public struct Holder<Value: ComparedValue>: Reducer {
    /// A value and a title.
    public struct State: ComparedValue {
        /// The value of the table.
        public var value: Value
        /// A property beside the value.
        public var title = ""

        /// Creates a state.
        public init(_ value: Value, title: String = "") { (self.value, self.title) = (value, title) }
    }

    /// Sets the value, sets the title, or posts a value.
    public enum Action: ComparedValue {
        case set(Value)
        case rename(String)
        case tell(Value)
    }

    /// The value that takes the place of each value of an action; `nil` for none.
    private let replacement: Value?

    /// Creates a reducer.
    public init(replacing replacement: Value? = nil) { self.replacement = replacement }

    /// Reduces an action.
    public func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .set(let value): state.value = replacement ?? value
        case .rename(let title): state.title = title
        case .tell(let value): return .post(Told(value: replacement ?? value))
        }
        return .none
    }
}

/// The fact that a holder posts.
public struct Told<Value: ComparedValue>: Fact, ComparedValue {
    /// The value.
    public var value: Value

    /// Creates a fact.
    public init(value: Value) { self.value = value }
}
