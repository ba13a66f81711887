import Foundation

/// The terminal of the user. Colors and progress are only for a terminal.
package struct Console: Sendable {
    package enum Color: String, Sendable {
        case green = "32"
        case red = "31"
    }

    private let isTerminal: Bool
    private let hasColors: Bool

    /// Creates a console.
    ///
    /// - Parameters:
    ///   - isTerminal: Whether the standard output is a terminal.
    ///   - environment: The environment. A value of `NO_COLOR` turns colors off.
    package init(
        isTerminal: Bool = isatty(STDOUT_FILENO) == 1,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.isTerminal = isTerminal
        hasColors = isTerminal && environment["NO_COLOR", default: ""].isEmpty
    }

    /// Writes a line to the standard output.
    package func print(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    /// Returns the text in a color, if the standard output is a terminal.
    package func colored(_ text: String, _ color: Color) -> String {
        hasColors ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Replaces the last line of a terminal. Writes nothing elsewhere.
    func progress(_ line: String) {
        guard isTerminal else { return }
        FileHandle.standardOutput.write(Data("\r\u{1B}[K\(line)".utf8))
    }
}
