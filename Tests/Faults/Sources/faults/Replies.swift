import MillraceKit

/// The commands of a type, which a session answers when and how it chooses.
@MainActor final class Replies<C: Command> {
    private var all: [Reply<C>] = []
    /// Continues when the engine processes the answer.
    private var waiting: CheckedContinuation<Void, Never>?
    private let (requests, request) = AsyncStream.makeStream(of: Void.self)

    init(_ type: C.Type, on engine: Engine) {
        engine.handle(type) { [weak self] (_, reply: Reply<C>) in
            self?.all.append(reply)
            self?.request.yield()
        }
        engine.listen(to: type, owner: self) { [weak self] _ in
            self?.waiting?.resume()
            self?.waiting = nil
        }
    }

    /// Returns when the next command is requested, or was.
    func requested() async { for await _ in requests { break } }

    /// Answers the command that was requested as the `index`th. Returns after all that follows from this at once.
    func finish(_ index: Int = 0, with output: C.Output) async {
        await withCheckedContinuation { waiting in
            self.waiting = waiting
            all[index].finish(with: output)
        }
    }

    /// Lets a command fail.
    func fail(_ index: Int = 0, with failure: C.Failure) async {
        await withCheckedContinuation { waiting in
            self.waiting = waiting
            all[index].fail(failure)
        }
    }

    /// Reports progress of the first command.
    func report(_ progress: C.Progress) async {
        await withCheckedContinuation { waiting in
            self.waiting = waiting
            all[0].progress(progress)
        }
    }
}

extension Replies where C.Output == Void {
    /// Ends the last command that was requested.
    func finishLast() async { await finish(all.count - 1, with: ()) }
}
