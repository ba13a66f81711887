import Millrace
import MillraceCombine

#if canImport(Combine)
    import Combine
#else
    import OpenCombine
#endif

struct Save: Command {
    typealias Output = Int
    typealias Failure = DiskFull
}

struct DiskFull: Error {}

@MainActor func wire(_ engine: Engine, _ saves: PassthroughSubject<Int, any Error>) {
    engine.handle(Save.self) { _ in saves }  // refused: requires the types 'Save.Failure'
}
