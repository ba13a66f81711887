import MillraceExtras
import MillraceModules
import Millrace

/// Counts the unfinished effects that a document waits for.
final class EffectCounter { fileprivate(set) var unfinished = 0 }

// Without JavaScript, the user sees only what the document contains. Therefore it waits for the effects that the
// request started, up to a time limit.
extension Page {
    /// The interval between two checks.
    private static let step = Duration.milliseconds(20)

    /// The kind of request that a document responds to.
    private enum RequestKind {
        case url, form

        /// The time limit. It is short for a URL, because a page with the script is live soon after.
        var limit: Duration { self == .url ? .milliseconds(200) : .seconds(10) }
    }

    /// Opens a URL, and waits up to 0.2 seconds for the effects.
    func open(
        _ url: String, wait: PageWait, isolation: isolated (any Actor) = #isolation
    ) async -> PageContent {
        await document(for: .url, wait) { (Answer(isFound: show(url)), EffectCounter()) }
    }

    /// Handles a form, and waits up to ten seconds for its effects. This also applies to a form that was sent before.
    func submit(
        _ fields: [(name: String, value: String)], number: Int, wait: PageWait,
        isolation: isolated (any Actor) = #isolation
    ) async -> PageContent {
        await document(for: .form, wait) { (Answer(message: handle(fields, number: number)), formEffects) }
    }

    /// The parts of a document besides the page.
    private struct Answer {
        var isFound = true
        var message: String?
    }

    /// Runs `body`, and creates the document when its effects have finished, or some time after scenes were added or removed.
    private func document(
        for kind: RequestKind, _ wait: PageWait, isolation: isolated (any Actor) = #isolation,
        _ body: () -> (Answer, EffectCounter)
    ) async -> PageContent {
        let (scenes, start) = (Set(views.keys), clock.now)
        let (answer, counter) = countingEffects(for: kind, body)
        let ownWork = clock.now - start
        if await !runPendingJobs(until: { isDone(counter, for: kind, since: scenes, settled: .zero) }) {
            wait.releasePlace()
            await waitForEffects(counter, for: kind, since: scenes, wait)
            await wait.takePlace()
        }
        // If no browser is connected, the history starts at the current URL.
        if !hasEnded, browsers.isEmpty, !isShared, !isRestored || kind == .url { history = initialHistory }
        let restart = clock.now
        let content = content(isFound: answer.isFound, message: answer.message)
        discardTree()
        // Each part may be short although their sum is long.
        recordWork(ownWork + clock.now - restart)
        return content
    }

    /// Waits until the document is complete, the time limit has passed, the request is cancelled or the page has ended.
    private func waitForEffects(
        _ counter: EffectCounter, for kind: RequestKind, since scenes: Set<Navigator.Scene.ID>, _ wait: PageWait,
        isolation: isolated (any Actor) = #isolation
    ) async {
        let end = wait.now() + kind.limit
        var (latest, lastChange) = (Set(views.keys), wait.now())
        while !Task.isCancelled, !hasEnded, wait.now() < end {
            if isDone(counter, for: kind, since: scenes, settled: wait.now() - lastChange) { return }
            await wait.sleep(Self.step)
            if latest != Set(views.keys) { (latest, lastChange) = (Set(views.keys), wait.now()) }
        }
    }

    /// Lets effects that are tasks without a delay run until the document is complete. Gives up after four yields in a row without a
    /// change, or eight yields, because each yield can wait for the work of other pages.
    ///
    /// - Returns: Whether the document is complete.
    private func runPendingJobs(
        until isDone: () -> Bool, isolation: isolated (any Actor) = #isolation
    ) async -> Bool {
        var unchangedYields = 0
        for _ in 0..<8 where unchangedYields < 4 {
            if isDone() { return true }
            let before = changes
            await Task.yield()
            unchangedYields = changes == before ? unchangedYields + 1 : 0
        }
        return isDone()
    }

    /// Whether the document is complete.
    ///
    /// A new scene may start endless effects or ask the user a question: then it is enough that no scene was added or removed for
    /// a while. A removed scene may resume the effects of an earlier form, and messages that were held for its answer. Other changes
    /// do not prolong the wait, because other windows can cause them.
    ///
    /// - Parameter settled: How long no scene was added or removed. Opening a URL does not need it, because its time limit is short.
    private func isDone(
        _ counter: EffectCounter, for kind: RequestKind, since scenes: Set<Navigator.Scene.ID>, settled: Duration
    ) -> Bool {
        let now = Set(views.keys)
        switch kind {
        case .url: return counter.unfinished == 0
        case .form:
            if allFormEffects.unfinished == 0 { return true }
            if now == scenes { return counter.unfinished == 0 }
            return settled >= (now.isSuperset(of: scenes) ? .milliseconds(500) : .seconds(2))
        }
    }

    /// Runs `body`, and counts its effects until they finish.
    private func countingEffects(
        for kind: RequestKind, isolation: isolated (any Actor) = #isolation, _ body: () -> (Answer, EffectCounter)
    ) -> (Answer, EffectCounter) {
        startedReceipts = []
        let (answer, counter) = body()
        let counters = kind == .form ? [counter, allFormEffects] : [counter]
        for receipt in startedReceipts ?? [] {
            for counter in counters { counter.unfinished += 1 }
            receipt.whenFinished { _ in for counter in counters { counter.unfinished -= 1 } }
        }
        startedReceipts = nil
        return (answer, counter)
    }
}
