import Millrace

struct Load: Command {
    typealias Output = Int
    typealias Progress = Void
}

@MainActor func register(on engine: Engine) {
    engine.handle(Load.self) { (_: Load, reply: Reply<Load>) in
        reply.progress()
        reply.finish(with: 1)
    }
}
