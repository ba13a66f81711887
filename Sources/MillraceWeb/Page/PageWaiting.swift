import Millrace

/// What was begun for a document, and has not ended.
final class Work { fileprivate(set) var unfinished = 0 }

// Without the script a document is all that a person sees: it waits a little for what was begun for it.
extension Page {
    /// How often it is looked whether all has ended.
    private static let step = Duration.milliseconds(20)
    /// For how many steps nothing may have changed where scenes have come, which may begin what has no end.
    private static let quietSteps = 5

    /// Opens what an address names, and waits up to a fifth of a second for what that begins: where there is a script, the
    /// page is live soon after.
    func open(
        _ address: String, pause: Pause, isolation: isolated (any Actor) = #isolation
    ) async -> PageContent {
        await answer(steps: 10, pause) { (open(address), Work()) }
    }

    /// Does what a form says, and waits up to two seconds for what that begins, or began when it was sent before. Where scenes
    /// come or go, it waits until all is quiet: the answer to a question lets go on what was held for it.
    func submit(
        _ fields: [(name: String, value: String)], number: Int, pause: Pause,
        isolation: isolated (any Actor) = #isolation
    ) async -> PageContent {
        await answer(steps: 100, untilQuiet: true, pause) { (submit(fields, number: number), formWork) }
    }

    /// Does what `body` says, and makes the document when that has ended, or all is quiet.
    private func answer(
        steps: Int, untilQuiet: Bool = false, _ pause: Pause, isolation: isolated (any Actor) = #isolation,
        _ body: () -> (PageContent, Work)
    ) async -> PageContent {
        let scenes = Set(views.keys)
        let (content, work) = collecting(body)
        // What middleware asks for in a task, such as a question to the person, is there when the jobs have run that wait.
        for _ in 0..<8 { await Task.yield() }
        var quiet = 0
        for _ in 0..<steps where !Task.isCancelled && !hasEnded {
            let hasMoved = Set(views.keys) != scenes
            let isDone = work.unfinished == 0 && !(hasMoved && untilQuiet)
            if isDone || hasMoved && quiet >= Self.quietSteps { break }
            let before = changes
            await pause(Self.step)
            quiet = changes == before ? quiet + 1 : 0
        }
        return anew(content)
    }

    /// Does what `body` says, and counts what it begins until that has ended.
    private func collecting(
        isolation: isolated (any Actor) = #isolation, _ body: () -> (PageContent, Work)
    ) -> (PageContent, Work) {
        begun = []
        let (content, work) = body()
        for receipt in begun ?? [] {
            work.unfinished += 1
            receipt.whenFinished { _ in work.unfinished -= 1 }
        }
        begun = nil
        return (content, work)
    }

    /// The content, as it is now; it begins where it is now.
    private func anew(_ content: PageContent) -> PageContent {
        if hasEnded { return content }
        let new = self.content(isFound: content.isFound, message: content.message)
        if browsers.isEmpty, !isShared { location = Location(address: address) }
        return new
    }
}
