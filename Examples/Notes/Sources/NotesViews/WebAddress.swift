/// A web address within a plain text.
enum WebAddress {
    /// Splits a text into web addresses, as links, and the text between them.
    static func pieces(of text: String) -> [MarkdownText.Inline] {
        var (pieces, plain, rest): ([MarkdownText.Inline], Substring, Substring) = ([], text[...], text[...])
        while let start = rest.firstIndex(of: "h") {
            guard let address = address(text[start...]) else {
                rest = text[text.index(after: start)...]
                continue
            }
            if plain.startIndex < start { pieces.append(.text(String(text[plain.startIndex..<start]))) }
            pieces.append(.link([.text(String(address))], to: String(address)))
            rest = text[address.endIndex...]
            plain = rest
        }
        if !plain.isEmpty { pieces.append(.text(String(plain))) }
        return pieces
    }

    /// The address at the start of a text. A mark that ends the sentence does not belong to it.
    private static func address(_ text: Substring) -> Substring? {
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return nil }
        var address = text.prefix { !$0.isWhitespace && !"<>\"".contains($0) }
        while let last = address.last, ".,;:!?)".contains(last) { address.removeLast() }
        return address.utf8.count > scheme.utf8.count ? address : nil
    }
}
