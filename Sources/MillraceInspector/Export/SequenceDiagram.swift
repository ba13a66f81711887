#if Inspector || App
    import MillraceJournal

    /// Writes a sequence diagram of a range of turns, in the language of Mermaid.
    enum SequenceDiagram {
        static func text(_ turns: [RecordedTurn], _ run: RunSummary) -> String {
            var lines = ["sequenceDiagram"]
            let stores = Set(turns.compactMap(\.store)).sorted().compactMap { run.store($0) }
            lines.append("    participant Outside")
            lines += stores.map { "    participant S\($0.number) as \(escaped("\($0)"))" }
            lines.append("    participant Handlers")
            for turn in turns {
                let store = run.store(turn.store).map { "S\($0.number)" } ?? "Outside"
                let text = "\(turn.id) \(escaped(turn.title))" + (turn.count > 1 ? " ×\(turn.count)" : "")
                switch turn.kind {
                case "command": lines.append("    \(store)->>Handlers: \(text)")
                case "event": lines.append("    Handlers-->>\(store): \(text)")
                case "output", "transition": lines.append("    \(store)->>Outside: \(text)")
                default:
                    let from = turns.first { $0.id == turn.cause }.flatMap { run.store($0.store) }.map {
                        "S\($0.number)"
                    }
                    lines.append("    \(from ?? "Outside")->>\(store): \(text)")
                }
            }
            return lines.joined(separator: "\n") + "\n"
        }

        /// A semicolon or a # would end the line.
        private static func escaped(_ text: String) -> String {
            text.map { $0 == "#" ? "#35;" : $0 == ";" ? "#59;" : $0.isNewline ? " " : String($0) }.joined()
        }
    }
#endif
