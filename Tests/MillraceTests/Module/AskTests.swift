import MillraceHistory
import MillraceExtras
import MillraceModules
import Millrace
import TestSupport
import Testing

@MainActor struct AskTests {
    @Test("the first output is the answer, and the module is dismissed")
    func answer() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window()
            let answer = Task { await window.ask(Confirmation(), with: "Sure?") }
            await nextJob()
            window.store(of: Confirmation.self)?.perform(.output(.refused).and(.output(.confirmed)))
            #expect(await answer.value == .refused && window.outline == "root")
        }
    }

    enum End: CaseIterable { case dismissed, replaced, closed, shutDown, cancelled, dropped, released }

    @Test("the asking task continues, however the module ends", arguments: End.allCases)
    func noAnswer(end: End) async throws {
        try await withEngineFixture { fixture in
            var window: Navigator? = fixture.window()
            if end == .dropped { fixture.engine.middleware = [.abort(where: { $0.kind == .request })] }
            let answer = Task { [weak window] in await window?.ask(Confirmation(), with: "Sure?") ?? nil }
            await nextJob()
            let top = window?.tree.top?.id
            switch end {
            case .dismissed: if let top { window?.request(.dismiss(top)) }
            case .replaced: window?.go("root", .replace("other"))
            case .closed: window?.close()
            case .shutDown: fixture.engine.shutdown()
            case .cancelled: answer.cancel()
            case .dropped: fixture.engine.middleware = []
            case .released: break
            }
            if end == .released { window = nil }
            if end == .released { window?.close() }
            if end == .released { answer.cancel() }
            #expect(await answer.value == nil)
            #expect(end == .closed || end == .shutDown || end == .released || window?.tree.scenes.count == 1)
        }
    }

    @Test(
        "a module that is presented after its asking task was cancelled is dismissed at once", arguments: [true, false])
    func cancelledBefore(isHeld: Bool) async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window()
            if isHeld { fixture.engine.middleware = [.intercept { _ in .hold(for: .seconds(1)) }] }
            let answer = Task { await window.ask(Confirmation(), with: "Sure?") }
            if isHeld { await nextJob() }
            answer.cancel()
            await nextJob()
            fixture.engine.processPending()
            fixture.engine.middleware = []
            fixture.time.advance(by: .seconds(1))
            #expect(await answer.value == nil && window.outline == "root")
        }
    }

    @Test("a cancelled asking task continues, also while middleware holds the request")
    func cancelledWhileHeld() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window()
            let held = MessageHolder { $0.kind == .request }
            fixture.engine.middleware = [held]
            let answer = Task { await window.ask(Confirmation(), with: "Sure?") }
            await nextJob()
            answer.cancel()
            #expect(await answer.value == nil && held.messages.count == 1)
            held.resume(on: fixture.engine, with: .cancel())
            fixture.engine.middleware = []
        }
    }

    @Test(
        "a request has its window, even without a scene, so middleware can ask there before it passes the request"
    )
    func confirmedRequest() async throws {
        try await withEngineFixture { fixture in
            let windows = [fixture.window("one"), fixture.window("other")]
            fixture.engine.middleware = [
                .async(where: { "\($0.payload)" == "close the window" }) { message in
                    await message.navigator?.ask(Confirmation(), with: "Close?") == .confirmed ? message : nil
                }
            ]
            for action in [Confirmation.Action.tappedNo, .tappedYes] {
                let receipt = windows[1].request(.closeWindow)
                await nextJob()
                #expect(windows.map(\.tree.scenes.count) == [1, 2])
                windows[1].store(of: Confirmation.self)?.send(action)
                _ = try? await receipt.finishedInTime()
            }
            #expect(windows.map(\.tree.scenes.count) == [1, 0])
            fixture.engine.middleware = []
        }
    }

    @Test("a question to a closed window is answered at once")
    func closedWindow() async throws {
        try await withEngineFixture { fixture in
            let window = fixture.window()
            window.close()
            #expect(await window.ask(Confirmation(), with: "Sure?") == nil)
        }
    }
}
