/// A message, an error or another value that chooses its name in faults.
///
/// A fault names an action, a command, a fact, an output, a transition or an error by its type, and an enum also by its case:
/// `Account.Action.logIn`. It never contains the associated values or the properties, because faults are printed and stored,
/// and the values may be secret. A type that conforms to this protocol adds the parts that everybody may read:
///
/// ```swift
/// struct CheckPassword: Command, FaultDescribable {
///     typealias Output = Bool
///     let user: Int
///     let password: String
///     var faultDescription: String { "CheckPassword of user \(user)" }
/// }
/// ```
/// Failures of tests contain all values.
public protocol FaultDescribable {
    /// The name of this value in faults. It is printed as it is, so it must contain nothing secret.
    var faultDescription: String { get }
}

extension Fault {
    /// Returns the name of a value in faults: its ``FaultDescribable/faultDescription``, otherwise its type and, for an enum, the
    /// name of its case, such as `"Account.Action.logIn"`.
    ///
    /// Use it for the texts of your own faults and for logs.
    public static func name(of value: Any) -> String {
        if let value = value as? any FaultDescribable { return value.faultDescription }
        let type = typeName(type(of: value))
        return knownCaseName(of: value).map { "\(type).\($0)" } ?? type
    }
}

extension Fault: FaultDescribable {
    /// The three sentences of the fault.
    public var faultDescription: String { description }
}

extension Event: FaultDescribable {
    /// The type of the command and the name of the case, such as `"FetchBooks.data"`.
    public var faultDescription: String { "\(typeName(C.self)).\(caseName(of: self))" }
}
