import Foundation

/// The terminal of the user. Colors and progress are only for a terminal.
package struct Console: Sendable {
    package enum Color: String, Sendable {
        case green = "32"
        case red = "31"
    }

    private let isTerminal: Bool
    private let hasColors: Bool
    private let write: @Sendable (String) -> Void

    /// Creates a console.
    ///
    /// - Parameters:
    ///   - isTerminal: Whether the standard output is a terminal.
    ///   - environment: The environment. A value of `NO_COLOR` turns colors off.
    ///   - write: Writes a text. Defaults to the standard output.
    package init(
        isTerminal: Bool = isatty(STDOUT_FILENO) == 1,
        environment: [String: String] = ProcessInfo.processInfo.environment,
        write: @escaping @Sendable (String) -> Void = { FileHandle.standardOutput.write(Data($0.utf8)) }
    ) {
        (self.isTerminal, self.write) = (isTerminal, write)
        hasColors = isTerminal && environment["NO_COLOR", default: ""].isEmpty
    }

    /// Writes a line to the standard output.
    package func print(_ line: String) { write(line + "\n") }

    /// Returns the text in a color, if the standard output is a terminal.
    package func colored(_ text: String, _ color: Color) -> String {
        hasColors ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Replaces the last line of a terminal. Writes nothing elsewhere.
    package func progress(_ line: String) {
        if isTerminal { write("\r\u{1B}[K\(line)") }
    }
}
