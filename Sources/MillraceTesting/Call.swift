/// A line of a test, as a failure names it.
struct Call: CustomStringConvertible {
    let place: Place
    private let describe: () -> String

    /// What is said is made only when something fails: a value may be large.
    init(_ place: Place, _ describe: @autoclosure @escaping () -> String) {
        (self.place, self.describe) = (place, describe)
    }

    var description: String { describe() }
    /// With the line.
    var placed: String { "\(describe()) (\(place))" }
}
