import Millrace

struct Load: Command {
    typealias Output = Int
    typealias Progress = Never
}

@MainActor func register(on engine: Engine) {
    engine.handle(Load.self) { (_: Load, reply: Reply<Load>) in
        reply.progress()  // refused: 'Never'
        reply.finish(with: 1)
    }
}
