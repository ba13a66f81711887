import Millrace

/// What was begun for a document, and has not ended.
final class Work { fileprivate(set) var unfinished = 0 }

// Without the script a document is all that a person sees: it waits a little for what was begun for it.
extension Page {
    /// How often it is looked whether all has ended.
    private static let step = Duration.milliseconds(20)

    /// What a document answers to.
    private enum Cause {
        case address, form

        /// The most steps that are waited: a fifth of a second, for where there is a script, the page is live soon after; and
        /// ten seconds.
        var steps: Int { self == .address ? 10 : 500 }
    }

    /// Opens what an address names, and waits up to a fifth of a second for what that begins.
    func open(
        _ address: String, pause: Pause, isolation: isolated (any Actor) = #isolation
    ) async -> PageContent {
        await answer(to: .address, pause) { (open(address), Work()) }
    }

    /// Does what a form says, and waits up to ten seconds for what that begins, or began when it was sent before.
    func submit(
        _ fields: [(name: String, value: String)], number: Int, pause: Pause,
        isolation: isolated (any Actor) = #isolation
    ) async -> PageContent {
        await answer(to: .form, pause) { (submit(fields, number: number), formWork) }
    }

    /// Does what `body` says, and makes the document when that has ended, or all is quiet.
    private func answer(
        to cause: Cause, _ pause: Pause, isolation: isolated (any Actor) = #isolation,
        _ body: () -> (PageContent, Work)
    ) async -> PageContent {
        let scenes = Set(views.keys)
        let (content, work) = collecting(for: cause, body)
        // What middleware asks for in a task, such as a question to the person, is there when the jobs have run that wait.
        for _ in 0..<8 { await Task.yield() }
        var quiet = 0
        for _ in 0..<cause.steps where !Task.isCancelled && !hasEnded {
            if isDone(work, for: cause, since: scenes, quiet: quiet) { break }
            let before = changes
            await pause(Self.step)
            quiet = changes == before ? quiet + 1 : 0
        }
        return anew(content)
    }

    /// Whether nothing more is waited for. Scenes that come may begin what has no end, or ask the person: then it is enough that
    /// nothing changes for a while. A scene that goes may let go on what an earlier form began, and what was held for an answer.
    private func isDone(_ work: Work, for cause: Cause, since scenes: Set<Navigator.Scene.ID>, quiet: Int) -> Bool {
        let now = Set(views.keys)
        switch cause {
        // A tenth of a second.
        case .address: return work.unfinished == 0 || now != scenes && quiet >= 5
        case .form:
            if allFormWork.unfinished == 0 { return true }
            if now == scenes { return work.unfinished == 0 }
            // Half a second, or two.
            return quiet >= (now.isSuperset(of: scenes) ? 25 : 100)
        }
    }

    /// Does what `body` says, and counts what it begins until that has ended.
    private func collecting(
        for cause: Cause, isolation: isolated (any Actor) = #isolation, _ body: () -> (PageContent, Work)
    ) -> (PageContent, Work) {
        begun = []
        let (content, work) = body()
        let works = cause == .form ? [work, allFormWork] : [work]
        for receipt in begun ?? [] {
            for work in works { work.unfinished += 1 }
            receipt.whenFinished { _ in for work in works { work.unfinished -= 1 } }
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
