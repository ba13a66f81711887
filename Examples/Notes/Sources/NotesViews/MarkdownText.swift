/// A text as blocks of Markdown: headings, lists, quotations, code, rules and paragraphs. Other syntax remains plain text.
struct MarkdownText: Equatable {
    enum Block: Equatable {
        case heading(level: Int, String)
        case paragraph(String)
        case list(isOrdered: Bool, [String])
        case quotation(String)
        case code(String)
        case rule
    }

    private(set) var blocks: [Block] = []

    init(_ text: String) {
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[...]
        while let line = lines.popFirst() { read(line, &lines) }
        if case .paragraph(let title)? = blocks.first { split(title) }
    }

    private mutating func read(_ line: Substring, _ rest: inout ArraySlice<Substring>) {
        let plain = line.drop { $0 == " " }
        if plain.allSatisfy(\.isWhitespace) { return }
        if plain.hasPrefix("```") {
            var code: [Substring] = []
            while let next = rest.popFirst(), !next.drop(while: { $0 == " " }).hasPrefix("```") { code.append(next) }
            return blocks.append(.code(code.joined(separator: "\n")))
        }
        if plain.count > 2, let mark = plain.first, "-*_".contains(mark), plain.allSatisfy({ $0 == mark || $0 == " " })
        {
            return blocks.append(.rule)
        }
        if let (level, title) = Self.heading(plain) { return blocks.append(.heading(level: level, title)) }
        if plain.hasPrefix(">") { return quote(plain, &rest) }
        if let item = Self.item(plain) { return list(item, &rest) }
        var paragraph = [line]
        while let next = rest.first, Self.continuesParagraph(next) { paragraph.append(rest.removeFirst()) }
        blocks.append(.paragraph(paragraph.joined(separator: "\n")))
    }

    private mutating func quote(_ line: Substring, _ rest: inout ArraySlice<Substring>) {
        var lines = [line]
        while let next = rest.first, next.hasPrefix(">") { lines.append(rest.removeFirst()) }
        blocks.append(.quotation(lines.map { $0.dropFirst().drop { $0 == " " } }.joined(separator: "\n")))
    }

    private mutating func list(_ first: (isOrdered: Bool, text: Substring), _ rest: inout ArraySlice<Substring>) {
        var items = [String(first.text)]
        while let next = rest.first, let item = Self.item(next.drop { $0 == " " }), item.isOrdered == first.isOrdered {
            items.append(String(item.text))
            rest.removeFirst()
        }
        blocks.append(.list(isOrdered: first.isOrdered, items))
    }

    /// Makes the first line the title.
    private mutating func split(_ paragraph: String) {
        let parts = paragraph.split(separator: "\n", maxSplits: 1)
        blocks[0] = .heading(level: 1, String(parts.first ?? ""))
        if parts.count > 1 { blocks.insert(.paragraph(String(parts[1])), at: 1) }
    }

    private static func heading(_ line: Substring) -> (Int, String)? {
        let rest = line.drop { $0 == "#" }
        let level = line.count - rest.count
        guard (1...6).contains(level), rest.first == " " else { return nil }
        return (level, String(rest.drop { $0 == " " }))
    }

    private static func item(_ line: Substring) -> (isOrdered: Bool, text: Substring)? {
        for mark in ["- ", "* ", "+ ", "• "] where line.hasPrefix(mark) { return (false, line.dropFirst(2)) }
        let rest = line.drop { $0.isASCII && $0.isNumber }
        guard rest.count < line.count, rest.hasPrefix(". ") || rest.hasPrefix(") ") else { return nil }
        return (true, rest.dropFirst(2))
    }

    private static func continuesParagraph(_ line: Substring) -> Bool {
        let plain = line.drop { $0 == " " }
        return !plain.allSatisfy(\.isWhitespace) && !plain.hasPrefix("```") && !plain.hasPrefix(">")
            && heading(plain) == nil && item(plain) == nil
    }
}

/// The inline Markdown of a text: plain, strong, emphasized, code and links.
struct Inline: Equatable {
    enum Piece: Equatable {
        case plain(String)
        case strong(String)
        case emphasis(String)
        case code(String)
        case link(String, to: String)
    }

    private(set) var pieces: [Piece] = []

    init(_ text: String) {
        var rest = text[...]
        var plain = ""
        while let first = rest.first {
            if let (piece, after) = Self.piece(first, rest) {
                if !plain.isEmpty { pieces.append(.plain(plain)) }
                pieces.append(piece)
                (plain, rest) = ("", after)
            } else {
                plain.append(first)
                rest.removeFirst()
            }
        }
        if !plain.isEmpty { pieces.append(.plain(plain)) }
    }

    private static func piece(_ first: Character, _ rest: Substring) -> (Piece, Substring)? {
        switch first {
        case "`": return between("`", rest).map { (.code($0), $1) }
        case "*", "_":
            let double = "\(first)\(first)"
            if rest.hasPrefix(double) { return between(double, rest).map { (.strong($0), $1) } }
            return first == "_" ? nil : between("*", rest).map { (.emphasis($0), $1) }
        case "[": return link(rest)
        case "h" where rest.hasPrefix("https://") || rest.hasPrefix("http://"): return address(rest)
        default: return nil
        }
    }

    private static func between(_ mark: String, _ text: Substring) -> (String, Substring)? {
        let inner = text.dropFirst(mark.count)
        guard let end = inner.firstRange(of: mark), end.lowerBound > inner.startIndex,
            inner.first?.isWhitespace == false
        else { return nil }
        return (String(inner[..<end.lowerBound]), inner[end.upperBound...])
    }

    private static func link(_ text: Substring) -> (Piece, Substring)? {
        guard let middle = text.firstRange(of: "]("), let end = text[middle.upperBound...].firstIndex(of: ")") else {
            return nil
        }
        let (name, target) = (
            text[text.index(after: text.startIndex)..<middle.lowerBound], text[middle.upperBound..<end]
        )
        guard !name.isEmpty, !name.contains("["), !target.contains(where: \.isWhitespace) else { return nil }
        return (.link(String(name), to: String(target)), text[text.index(after: end)...])
    }

    private static func address(_ text: Substring) -> (Piece, Substring)? {
        var address = text.prefix { !$0.isWhitespace && !"<>\"".contains($0) }
        while let last = address.last, ".,;:!?)".contains(last) { address.removeLast() }
        guard address.count > 8 else { return nil }
        return (.link(String(address), to: String(address)), text[address.endIndex...])
    }
}
