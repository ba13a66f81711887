import Millrace
import Testing

@testable import MillraceWeb
@testable import WebTestSupport

/// Frames and documents of a page whose engine is durable wait until their turns are stored.
@MainActor struct StoredPageTests {
    /// A storage that stores when the test says so.
    private final class Storage: CallScheduler {
        private var waiting: [CheckedContinuation<Bool, Never>] = []
        private var onWait: CheckedContinuation<Void, Never>?
        let oldestAge: Duration? = nil
        let logBytes: Int? = nil

        func run(_ start: @escaping () -> Void, of effect: EffectHandle, askedBy turn: UInt64) { start() }
        func whenStored(_ deliver: @escaping () -> Void) { deliver() }

        func stored(isolation: isolated (any Actor)) async -> Bool {
            await withCheckedContinuation {
                waiting.append($0)
                onWait.take()?.resume()
            }
        }

        /// Returns when a caller waits.
        func waits(isolation: isolated (any Actor) = #isolation) async {
            if waiting.isEmpty { await withCheckedContinuation { onWait = $0 } }
        }

        /// Ends all waits.
        func end(_ isStored: Bool) {
            for waiter in waiting { waiter.resume(returning: isStored) }
            waiting = []
        }
    }

    private let fixture = PageFixture()
    private let storage = Storage()

    @Test("Durable 2 · a frame waits until its turns are stored, and a page without a storage does not wait")
    func frame()
        async throws
    {
        let (page, browser) = (fixture.page, try fixture.connectBrowser())
        #expect(await page.stored(on: browser.connection))
        fixture.engine.callScheduler = storage
        for isStored in [true, false] {
            let wait = Task { await page.stored(on: browser.connection) }
            await storage.waits()
            storage.end(isStored)
            #expect(await wait.value == isStored)
        }
        fixture.engine.callScheduler = nil
    }

    @Test("Durable 2 · the wait of a frame ends with its connection and with its page") func disconnection()
        async throws
    {
        let (page, browser) = (fixture.page, try fixture.connectBrowser())
        fixture.engine.callScheduler = storage
        let first = Task { await page.stored(on: browser.connection) }
        await storage.waits()
        browser.disconnect()
        #expect(await !first.value)
        #expect(await !page.stored(on: browser.connection))
        storage.end(true)
        let other = try fixture.connectBrowser("b")
        let second = Task { await page.stored(on: other.connection) }
        await storage.waits()
        page.end()
        #expect(await !second.value)
        storage.end(true)
        fixture.engine.callScheduler = nil
    }

    @Test("Durable 2 · a document waits, too") func document() async {
        let page = fixture.page
        fixture.engine.callScheduler = storage
        let wait = Task { await page.stored(on: nil) }
        await storage.waits()
        storage.end(true)
        #expect(await wait.value)
        fixture.engine.callScheduler = nil
    }
}
