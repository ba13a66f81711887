#if Inspector || App
    import MillraceJournal

    /// The place of a part of a state: names and indices. Its text has a dot between them; a dot or a backslash in a name has a backslash
    /// before it.
    struct StatePath: Hashable, Sendable, CustomStringConvertible {
        var parts: [String]

        init(_ parts: [String] = []) { self.parts = parts }

        /// Reads a text such as `cart.items.3.price`.
        init(text: String) {
            var (parts, part, isEscaped) = ([String](), "", false)
            for character in text {
                if isEscaped {
                    part.append(character)
                    isEscaped = false
                } else if character == "\\" {
                    isEscaped = true
                } else if character == "." {
                    parts.append(part)
                    part = ""
                } else {
                    part.append(character)
                }
            }
            self.parts = text.isEmpty ? [] : parts + [part]
        }

        init(_ path: [JSON]) { parts = path.map { $0.text ?? "\($0)" } }

        var description: String {
            parts.map { $0.replacing("\\", with: "\\\\").replacing(".", with: "\\.") }.joined(separator: ".")
        }

        func appending(_ part: String) -> StatePath { StatePath(parts + [part]) }

        /// Whether a change at one path can change the value at the other.
        func concerns(_ other: StatePath) -> Bool {
            parts.starts(with: other.parts) || other.parts.starts(with: parts)
        }
    }

    extension JSON {
        /// Returns the value on one line, with at most this number of characters. It takes no longer for a large value.
        func preview(_ limit: Int = 80) -> String {
            if let hidden { return "\(hidden.type) \(hidden.reason)" }
            var text = ""
            write(to: &text, limit)
            return text.count > limit ? text.prefix(limit) + "…" : text
        }

        private func write(to text: inout String, _ limit: Int) {
            guard text.utf8.count <= limit else { return }
            switch self {
            case .array(let elements):
                text += "["
                for (index, element) in elements.enumerated() where text.utf8.count <= limit {
                    text += index > 0 ? ", " : ""
                    element.write(to: &text, limit)
                }
                text += "]"
            case .object(let members) where hidden == nil:
                text += "{"
                for (index, member) in members.enumerated() where text.utf8.count <= limit {
                    text += (index > 0 ? ", " : "") + "\(member.name): "
                    member.value.write(to: &text, limit)
                }
                text += "}"
            case .object: text += "⟨\(hidden?.type ?? "")⟩"
            case .string(let own): text += JSON.string(String(own.prefix(limit))).description
            default: text += description
            }
        }

        /// The members or elements, with their names.
        var parts: [(name: String, value: JSON)] {
            if hidden != nil { return [] }
            return switch self {
            case .array(let elements): elements.enumerated().map { ("\($0)", $1) }
            case .object(let members): members.map { ($0.name, $0.value) }
            default: []
            }
        }
    }
#endif
