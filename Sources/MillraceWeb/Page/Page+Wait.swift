import MillraceExtras
import MillraceModules
import Millrace

/// Counts the unfinished effects that a document waits for.
final class Work { fileprivate(set) var unfinished = 0 }

// Without the script a document is all that a person sees: it waits for the effects that it started, within a limit.
extension Page {
    /// The interval between two checks.
    private static let step = Duration.milliseconds(20)

    /// The request that a document answers.
    private enum Cause {
        case address, form

        /// The maximum number of steps: 0.2 seconds for a URL, because a page with the script is live soon after, and ten
        /// seconds for a form.
        var steps: Int { self == .address ? 10 : 500 }
    }

    /// Opens a URL, and waits up to 0.2 seconds for the effects.
    func open(
        _ address: String, pause: Pause, isolation: isolated (any Actor) = #isolation
    ) async -> PageContent {
        await answer(to: .address, pause) { (open(address), Work()) }
    }

    /// Handles a form, and waits up to ten seconds for its effects, also when the form was sent before.
    func submit(
        _ fields: [(name: String, value: String)], number: Int, pause: Pause,
        isolation: isolated (any Actor) = #isolation
    ) async -> PageContent {
        await answer(to: .form, pause) { (submit(fields, number: number), formWork) }
    }

    /// Runs `body`, and makes the document when its effects have finished or nothing changes any more.
    private func answer(
        to cause: Cause, _ pause: Pause, isolation: isolated (any Actor) = #isolation,
        _ body: () -> (PageContent, Work)
    ) async -> PageContent {
        let scenes = Set(views.keys)
        let (content, work) = collecting(for: cause, body)
        // Middleware may present a scene from a task, such as a question to the person: pending jobs run first.
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

    /// Whether the document is complete.
    ///
    /// A new scene may start endless effects or ask the person: then it is enough that nothing changes for a while. A scene that
    /// is removed may resume the effects of an earlier form, and messages that were held for its answer.
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

    /// Runs `body`, and counts its effects until they finish.
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

    /// Draws the content again. Without a connected browser, the history begins at the current URL.
    private func anew(_ content: PageContent) -> PageContent {
        if hasEnded { return content }
        let new = self.content(isFound: content.isFound, message: content.message)
        if browsers.isEmpty, !isShared { location = Location(address: address) }
        return new
    }
}
