#if Inspector || App
    import MillraceJournal

    /// The lines of a state that are shown: the parts that are open, and of each large collection 100 elements.
    struct StateTree: Hashable, Sendable {
        /// The number of elements of a collection that are shown at once.
        static let page = 100

        /// A line.
        struct Line: Hashable, Sendable, Identifiable {
            /// The content of a line.
            enum Content: Hashable, Sendable {
                case value(String)
                /// The number of parts, and whether they are shown.
                case collection(Int, isOpen: Bool, isArray: Bool)
                /// The value is not shown: its type, and why.
                case hidden(String, String)
                /// Further elements, from this one on.
                case more(Int, of: Int)
                /// Earlier elements, from this one on.
                case earlier(Int)
            }

            let path: StatePath
            let name: String
            let depth: Int
            let content: Content
            /// Whether the turn has changed it.
            let isChanged: Bool

            var id: String {
                switch content {
                case .more: "\(path) more"
                case .earlier: "\(path) earlier"
                default: "\(path)"
                }
            }
        }

        let lines: [Line]

        /// - Parameters:
        ///   - open: The collections whose parts are shown.
        ///   - starts: The first shown element of large collections.
        ///   - changes: The parts that the turn has changed.
        init(_ state: JSON, open: Set<StatePath>, starts: [StatePath: Int], changes: [StatePath]) {
            var lines: [Line] = []
            func add(_ value: JSON, _ path: StatePath, _ name: String, _ depth: Int) {
                let isChanged = changes.contains { $0.concerns(path) }
                func line(_ content: Line.Content) {
                    lines.append(Line(path: path, name: name, depth: depth, content: content, isChanged: isChanged))
                }
                if let hidden = value.hidden { return line(.hidden(hidden.type, hidden.reason)) }
                let parts = value.parts
                guard !parts.isEmpty else { return line(.value("\(value)")) }
                let isOpen = path.parts.isEmpty || open.contains(path)
                let isArray = if case .array = value { true } else { false }
                line(.collection(parts.count, isOpen: isOpen, isArray: isArray))
                guard isOpen else { return }
                let start = min(starts[path] ?? 0, max(0, parts.count - 1))
                if start > 0 {
                    lines.append(
                        Line(
                            path: path, name: "", depth: depth + 1, content: .earlier(max(0, start - Self.page)),
                            isChanged: false))
                }
                for part in parts[start...].prefix(Self.page) {
                    add(part.value, path.appending(part.name), part.name, depth + 1)
                }
                if start + Self.page < parts.count {
                    lines.append(
                        Line(
                            path: path, name: "", depth: depth + 1, content: .more(start + Self.page, of: parts.count),
                            isChanged: false))
                }
            }
            add(state, StatePath(), "", 0)
            self.lines = lines
        }
    }
#endif
