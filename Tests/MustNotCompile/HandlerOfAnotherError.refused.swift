import Millrace

struct Full: Error {}
struct Empty: Error {}

struct Pour: Command {
    typealias Output = Int
    typealias Failure = Full
}

@MainActor func launch() {
    let engine = Engine()
    engine.handle(Pour.self) { _ throws(Full) in
        throw Empty()  // refused: 'Empty' cannot be converted to error type 'Full'
    }
}
