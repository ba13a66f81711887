import Foundation
import LoopbackClients
import Synchronization

/// A person who uses the site at a steady rate: loads pages, opens notes in the list of a live page, and writes a note.
///
/// Each kind of action has a thread, so a slow one does not delay the others. The time of an action begins when it is due. So an
/// action counts as late if an earlier one delays it.
final class Victim: Sendable {
    static let address = "127.0.0.3"
    /// The time for which Notes waits after the last key press before it saves a text. It is not part of the time of a save.
    private static let typingPause: Int64 = 400_000_000

    /// The kinds of actions.
    enum Action: String, CaseIterable {
        case get, press, save

        /// The number of actions in a second.
        var rate: Int64 { self == .save ? 1 : 4 }
    }

    private let state: Mutex<(latencies: [Action: Latencies], isEnding: Bool, ended: Int)> = Mutex(([:], false, 0))
    private let ended = DispatchGroup()

    /// Opens the pages of the victim, and begins to use them.
    init(port: UInt16) throws {
        for action in Action.allCases {
            var actor = VictimActor(action, Browser(port: port, address: Self.address))
            try actor.act(0)
            ended.enter()
            Thread.detachNewThread { [self, actor] in
                repeatAction(actor)
                ended.leave()
            }
        }
    }

    /// Forgets the times until now: the load begins.
    func reset() { state.withLock { $0.latencies = [:] } }

    /// Ends the actions. Returns their times.
    func stop() -> [Action: Latencies] {
        state.withLock { $0.isEnding = true }
        ended.wait()
        return state.withLock { $0.latencies }
    }

    private func repeatAction(_ first: VictimActor) {
        var actor = first
        let (start, action) = (now(), actor.action)
        var number: Int64 = 0
        while !state.withLock({ $0.isEnding }) {
            number += 1
            let due = start + number * 1_000_000_000 / action.rate
            Thread.sleep(forTimeInterval: max(0, Double(due - now()) / 1e9))
            let failure = actor.tryToAct(number)
            let pause = action == .save && failure == nil ? Self.typingPause : 0
            let time = now() - due - pause
            state.withLock {
                $0.latencies[action, default: .init()].add(time)
                if let failure { $0.latencies[action, default: .init()].add(failure) }
            }
        }
    }
}

/// The part of the victim that repeats one kind of action.
struct VictimActor {
    let action: Victim.Action
    private var browser: Browser
    /// The page on which the victim acts, and its controls. `nil` before the first action, and after a failure.
    private var page: (live: LivePage, controls: [String])?

    init(_ action: Victim.Action, _ browser: Browser) { (self.action, self.browser) = (action, browser) }

    /// Acts, and returns the failure. The next action opens a new page then.
    mutating func tryToAct(_ number: Int64) -> (any Error)? {
        do {
            try act(number)
            return nil
        } catch {
            page = nil
            return error
        }
    }

    mutating func act(_ number: Int64) throws {
        switch action {
        case .get: _ = try browser.open("/")
        case .press: try press(number)
        case .save: try save(number)
        }
    }

    /// Opens a note in the list, and waits for the change of the page.
    private mutating func press(_ number: Int64) throws {
        let notes = [SampleNotes.victims.lowerBound, SampleNotes.victims.lowerBound + 1]
        var (live, controls) = try page ?? open("/", notes.map { "href=\"/notes/\($0)\"" })
        try live.send(controls[Int(number) % notes.count])
        try live.waitForAnswer()
        page = (live, controls)
    }

    /// Types a text, and waits until the page shows that it is saved.
    private mutating func save(_ number: Int64) throws {
        var (live, controls) = try page ?? open("/notes/\(SampleNotes.victims.upperBound)", ["id=\"text\""])
        try live.send(controls[0], "Victim, text \(number) \(now())")
        try live.waitForAnswer { frame in
            // A slow server may save the text before it shows that it is saving. Then the state does not change.
            let isUnchanged = frame.index(of: "\"k\":") != nil && frame.index(of: "\"data-state\":") == nil
            return isUnchanged || frame.index(of: "\"data-state\":\"saved\"") != nil
        }
        page = (live, controls)
    }

    private mutating func open(_ path: String, _ attributes: [String]) throws -> (LivePage, [String]) {
        let document = try browser.open(path)
        return (try LivePage(document, in: browser), try attributes.map(document.control))
    }
}
