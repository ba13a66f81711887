/// The web address of the published notes of a server.
package struct FeedAddress: Hashable, Codable, Sendable, Identifiable {
    /// The maximum number of addresses that are followed.
    package static let maxCount = 10
    /// The maximum length of an address, in bytes.
    package static let longest = 500

    /// The address, with its scheme in lower case and without a fragment.
    package let text: String

    package var id: String { text }

    /// Creates an address. Returns `nil` unless the text is an address with the scheme `http` or `https`, a host, and neither a
    /// name nor a password.
    package init?(_ text: String) {
        let text = text.trimmed.prefix { $0 != "#" }
        guard text.utf8.count <= Self.longest, text.utf8.allSatisfy({ 0x21...0x7E ~= $0 && !Self.unsafe.contains($0) }),
            let scheme = ["http://", "https://"].first(where: { text.lowercased().hasPrefix($0) })
        else { return nil }
        let rest = text.dropFirst(scheme.count)
        let host = rest.prefix { !"/?".contains($0) }
        guard !host.isEmpty, !host.hasPrefix(":"), !host.contains("@") else { return nil }
        self.text = scheme + rest
    }

    /// The characters that no address contains. Programs read a backslash in different ways.
    private static let unsafe = Array("\"<>\\^`{|}".utf8)

    /// The address of a note of the same list.
    package func address(of note: FeedNote) -> String {
        let folder = text.split(separator: "?", omittingEmptySubsequences: false)[0]
        guard let end = folder.range(of: Self.listPath) else { return text }
        return folder[..<end] + "/published/" + note.token
    }

    private static let listPath = "/published/all/"
}

extension Substring {
    /// The index at which a text starts, if this text contains it.
    fileprivate func range(of text: String) -> Index? {
        indices.first { self[$0...].hasPrefix(text) }
    }
}
