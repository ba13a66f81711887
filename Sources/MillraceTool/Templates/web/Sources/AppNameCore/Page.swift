import MillraceKit

/// The pages that the first page and a URL can open. `millrace module` adds its modules here, above the marked lines.
package enum Page: Hashable, Codable, Sendable {
    case detail(id: Int)
    // millrace: cases

    /// The pages that require nothing, in the order of the menu.
    package static let menu: [Page] = [
        // millrace: menu
    ]

    /// The title in the menu.
    package var title: String {
        switch self {
        case .detail: "Detail"
        // millrace: titles
        }
    }

    /// The path in the URL.
    package var path: String {
        switch self {
        case .detail(let id): "detail/\(id)"
        // millrace: paths
        }
    }

    /// Creates the page with this name in a URL. `next` returns the next part of the URL.
    package init?(named name: String, next: () -> String?) {
        switch name {
        case "detail":
            guard let id = next().flatMap(Int.init) else { return nil }
            self = .detail(id: id)
        // millrace: names
        default: return nil
        }
    }

    /// Returns the route to the page, which shows the shared list.
    func route<M: Module>(_ list: RemoteStore<TodoList>) -> Route<M> {
        switch self {
        case .detail(let id): .show(Detail(list: list), with: id)
        // millrace: routes
        }
    }
}

extension String {
    /// The text as a part of a URL.
    var urlPart: String {
        utf8.map { byte in
            let character = Character(UnicodeScalar(byte))
            let isPlain = character.isASCII && (character.isLetter || character.isNumber)
            return isPlain ? "\(character)" : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
