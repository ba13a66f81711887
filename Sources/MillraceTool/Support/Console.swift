import Foundation

/// The terminal of the user. Colors and progress are only for a terminal.
package struct Console: Sendable {
    package enum Color: String, Sendable {
        case green = "32"
        case red = "31"
    }

    /// Whether the standard output is a terminal.
    private let isTerminal = isatty(STDOUT_FILENO) == 1
    private let hasColors = isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["NO_COLOR"] == nil

    package init() {}

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
