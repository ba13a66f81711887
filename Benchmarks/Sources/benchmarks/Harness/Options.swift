/// What is asked for on the command line.
struct Options {
    /// Whether the page of the documentation is to be rewritten.
    var draws = false
    /// Whether the names of the works are all that is asked for.
    var lists = false
    /// The one piece of work that is to be done, and how often; for a profiler.
    var only: (name: String, count: Int)?
    /// The CPU time of a build of Millrace, to that of a package with one function.
    var building: Double?
    /// How many bytes it adds to an executable.
    var carrying: Double?

    /// - Returns: `nil` where something is not understood.
    init?(_ arguments: some Sequence<String>) {
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--draw": draws = true
            case "--list": lists = true
            case "--only":
                guard let name = rest.popFirst(), let count = rest.popFirst().flatMap({ Int($0) }) else { return nil }
                only = (name, count)
            case "--building": building = rest.popFirst().flatMap { Double($0) }
            case "--carrying": carrying = rest.popFirst().flatMap { Double($0) }
            default: return nil
            }
        }
    }
}
