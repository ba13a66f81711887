/// The arguments of the command line.
struct Options {
    enum Command {
        case listTopics
        case listWorkloads
        /// Runs one workload a number of times, for a profiler.
        case only(String, Int)
        /// Measures one topic, and writes the results to a file.
        case measure(topic: String, into: String)
        /// Prints the table of measurements in files.
        case table([String])
    }

    var command: Command
    /// Whether to rewrite the page of the documentation.
    var draws = false
    /// The CPU time of a build of Millrace, relative to that of a package with one function.
    var building: Double?
    /// The bytes that Millrace adds to an executable.
    var carrying: Double?

    /// - Returns: `nil` if the arguments are not valid.
    init?(_ arguments: some Sequence<String>) {
        var rest = Array(arguments)[...]
        var command: Command?
        while let argument = rest.popFirst() {
            switch argument {
            case "--draw": draws = true
            case "--topics": command = .listTopics
            case "--list": command = .listWorkloads
            case "--only":
                guard let name = rest.popFirst(), let count = rest.popFirst().flatMap({ Int($0) }) else { return nil }
                command = .only(name, count)
            case "--measure":
                guard let topic = rest.popFirst(), let path = rest.popFirst() else { return nil }
                command = .measure(topic: topic, into: path)
            case "--table":
                command = .table(Array(rest))
                rest = []
            case "--building": building = rest.popFirst().flatMap { Double($0) }
            case "--carrying": carrying = rest.popFirst().flatMap { Double($0) }
            default: return nil
            }
        }
        guard let command else { return nil }
        self.command = command
    }
}
