import Millrace

/// A story: the command and the handler that rename a shelf, under one name.
enum RenameShelf {
    struct Command: Millrace.Command {
        typealias Output = String
        let name: String
    }

    struct Handler {
        func handle(_ command: Command) throws -> String {
            if command.name.isEmpty { throw NoName() }
            return command.name.uppercased()
        }
    }

    struct NoName: Error {}
}

@MainActor func registerStories(on engine: Engine) {
    engine.handle(RenameShelf.Command.self) { try RenameShelf.Handler().handle($0) }
}

/// A feature that shows one item of any kind.
protocol DetailFeature {
    associatedtype Model: Sendable
    static var resource: String { get }
    static func model(of text: String) throws -> Model
}

struct Detail<Feature: DetailFeature>: Command {
    typealias Output = Feature.Model
    let id: Int
}

extension Engine {
    func handleDetails<Feature: DetailFeature>(
        of feature: Feature.Type, read: @escaping (String) async throws -> String
    ) {
        handle(Detail<Feature>.self) { try Feature.model(of: await read("\(Feature.resource)/\($0.id)")) }
    }
}

enum BookFeature: DetailFeature {
    static let resource = "books"
    static func model(of text: String) throws -> Bookshop.Book { .init(id: 1, title: text, author: "Anonymous") }
}

enum PriceFeature: DetailFeature {
    struct NotANumber: Error {}

    static let resource = "prices"
    static func model(of text: String) throws -> Int {
        guard let price = Int(text) else { throw NotANumber() }
        return price
    }
}
