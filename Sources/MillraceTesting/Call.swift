/// A call in a test, such as `send(.add)`, with its source line. Failures name it.
struct Call: CustomStringConvertible {
    let place: Place
    private let describe: () -> String

    /// Describes the call only when something fails, because a value can be large.
    init(_ place: Place, _ describe: @autoclosure @escaping () -> String) {
        (self.place, self.describe) = (place, describe)
    }

    var description: String { describe() }
    /// The call with its file and line.
    var placed: String { "\(describe()) (\(place))" }
}
