#if (Tool || App) && (os(Linux) || os(macOS))
    import ArgumentParser
    import MillraceTool

    /// Reads recordings.
    struct JournalCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "journal", abstract: "Shows or checks a recording, without the types of the application.",
            subcommands: [Show.self, Check.self])

        struct Show: ParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Prints each turn with its cause.")

            @Argument(
                help: "The recording: a file, or the folder of a recorder.", completion: .file(extensions: ["jsonl"]))
            var file: String

            @Option(help: ArgumentHelp("The turns to print, such as 3-9.", valueName: "turns"))
            var turns: String?

            func run() throws {
                try perform { console throws(ToolError) in
                    let range = try turns.map { text throws(ToolError) in try Self.range(text) }
                    let journal = try JournalText(url(file), turns: range)
                    for turn in journal.turns { console.print(turn) }
                    console.print(journal.summary)
                }
            }

            private static func range(_ text: String) throws(ToolError) -> ClosedRange<UInt64> {
                let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map { UInt64($0) }
                guard (1...2).contains(numbers.count), let first = numbers[0], let last = numbers[numbers.count - 1],
                    first <= last
                else {
                    throw ToolError("\(Identifier.quoted(text)) names no turns: write a number, or two such as 3-9.")
                }
                return first...last
            }
        }

        struct Check: ParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Checks that every line of a recording is as it was written.")

            @Argument(
                help: "The recording: a file, or the folder of a recorder.", completion: .file(extensions: ["jsonl"]))
            var file: String

            func run() throws {
                try perform { console throws(ToolError) in
                    console.print(try JournalText(url(file)).summary)
                }
            }
        }
    }
#endif
