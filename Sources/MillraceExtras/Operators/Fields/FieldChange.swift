public import Millrace

/// A new value of one field of a state: one action for all fields of a form.
///
/// ```swift
/// struct Profile: Reducer {
///     struct State { var name = ""; var age = 0 }
///     enum Action { case field(FieldChange<State>), save }
///
///     func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
///         switch action {
///         case .field(let change): change.apply(to: &state)
///         case .save: …
///         }
///         return .none
///     }
/// }
///
/// store.send(.field(.set(\.name, "Ada")))
/// ```
/// A change can be compared and sent from another actor. It is printed as `name = "Ada"`, so a history contains
/// `field(name = "Ada")`.
public struct FieldChange<Root>: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
    @usableFromInline let stored: any StoredField<Root>

    @inlinable init(stored: any StoredField<Root>) { self.stored = stored }

    /// Returns a change of the field at `path`.
    ///
    /// - Parameters:
    ///   - path: The key path of the field: `\.name`, `\.address.city`.
    ///   - value: The new value.
    ///   - name: The printed name of the field. Defaults to the properties of `path`. The key path of a computed property does
    ///     not contain its name.
    @inlinable public static func set<Value: Equatable & Sendable>(
        _ path: any WritableKeyPath<Root, Value> & Sendable, _ value: Value, called name: String? = nil
    ) -> FieldChange { FieldChange(stored: TypedField(path: path, value: value, givenName: name)) }

    /// Returns the new value of the field at `path`; `nil` if this changes another field.
    public func value<Value>(of path: WritableKeyPath<Root, Value>) -> Value? {
        stored.field == path ? stored.anyValue as? Value : nil
    }

    /// Sets the field in `root`.
    @inlinable public func apply(to root: inout Root) { stored.apply(to: &root) }

    /// Whether both changes set the same field to the same value.
    public static func == (one: FieldChange, other: FieldChange) -> Bool { one.stored.isSame(as: other.stored) }

    /// Whether `change` sets the field at `path`. It makes `case .field(\.name):` possible in a `switch`.
    public static func ~= (path: PartialKeyPath<Root>, change: FieldChange) -> Bool { change.stored.field == path }

    /// The name of the field: its properties, separated by dots.
    public var name: String { stored.givenName ?? Self.name(of: stored.field) }

    /// The field and the new value: `name = "Ada"`.
    public var description: String { "\(name) = \(stored.valueDescription)" }

    /// A mirror with one child: the new value, labeled with the name of the field.
    public var customMirror: Mirror { Mirror(self, children: [name: stored.anyValue], displayStyle: .struct) }

    /// Returns a key path's description without its type and without addresses, which differ in each run.
    private static func name(of path: PartialKeyPath<Root>) -> String {
        let (text, type) = (path.debugDescription, "\\\(Root.self).")
        let properties = text.hasPrefix(type) ? text.dropFirst(type.count) : text.dropFirst()
        let parts = properties.split(separator: "<computed 0x", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(String(parts[0])) { $0 + "<computed" + $1.drop { $0 != " " } }
    }
}

/// A field and its new value, without the type of the value.
@usableFromInline
protocol StoredField<Root>: Sendable {
    associatedtype Root
    var field: PartialKeyPath<Root> { get }
    var anyValue: any Equatable & Sendable { get }
    var givenName: String? { get }
    var valueDescription: String { get }
    func apply(to root: inout Root)
    func isSame(as other: any StoredField<Root>) -> Bool
}

@usableFromInline
struct TypedField<Root, Value: Equatable & Sendable>: StoredField {
    @usableFromInline let path: any WritableKeyPath<Root, Value> & Sendable
    @usableFromInline let newValue: Value
    @usableFromInline let givenName: String?

    @inlinable
    init(path: any WritableKeyPath<Root, Value> & Sendable, value: Value, givenName: String?) {
        (self.path, newValue, self.givenName) = (path, value, givenName)
    }

    @inlinable var field: PartialKeyPath<Root> { path }
    @inlinable var anyValue: any Equatable & Sendable { newValue }
    @inlinable var valueDescription: String { String(reflecting: newValue) }

    @inlinable
    func apply(to root: inout Root) { root[keyPath: path] = newValue }

    @inlinable
    func isSame(as other: any StoredField<Root>) -> Bool {
        guard let other = other as? Self else { return false }
        return path == other.path && areSame(newValue, other.newValue)
    }
}
