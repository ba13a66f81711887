import MillraceKit
import MillraceTesting
import NotesTestSupport
import Testing

@testable import NotesCore

@MainActor @Suite("The pages of followed and of published notes") struct FollowingModuleTests {
    private let world = World("Milk")
    private let window: Navigator
    private let store: Store<Following>
    private let address: FeedAddress

    init() async throws {
        window = try await world.openWindow()
        store = try await Self.openFollowing(in: window, of: world)
        address = try #require(FeedAddress("https://notes.example/published/all/f00"))
    }

    /// Shows the page of the followed notes, which then knows of later changes in other windows.
    private static func openFollowing(in window: Navigator, of world: World) async throws -> Store<Following> {
        let list = try #require(window.store(of: NoteList.self))
        await world.startObserving(Int.self, in: window) { list.send(.menu(.following)) }
        // It reads the addresses again after the first value.
        world.advance(by: FollowedAddresses.changeDelay)
        return try #require(window.store(of: Following.self))
    }

    private func signIn() { window.engine.post(SignedIn(account: Account(name: "Emma"))) }

    /// Follows an address, and waits for the answer of the library.
    private func follow(_ address: String) async throws {
        try? await store.send(.follow(address, nil)).finished()
        world.process()
    }

    private func feed(_ text: String, isCopy: Bool) -> FollowedFeed {
        let publication = Publication(note: NoteID(1), token: "f01", author: "Ida", time: 1)
        return FollowedFeed(Feed(of: [FeedNote(PublishedNote(publication, text: text))]), time: 2, isCopy: isCopy)
    }

    @Test("Asks for a sign-in before it follows an address, and follows nothing without one")
    func signingIn() async throws {
        let following = store.send(.follow(address.text, nil))
        await world.waitUntilPresented(SignIn.self, in: window)
        #expect(window.store(of: SignIn.self)?.state.reason == "You need an account to follow notes.")
        try #require(window.store(of: SignIn.self)).send(.cancel)
        try await following.finished()
        #expect(world.storage.followed.isEmpty && store.state.addresses.problem == "Sign in to follow notes.")
        #expect(world.faults.all.isEmpty)
    }

    @Test("Shows the copy while it reads the network, and keeps it if the network fails") func copy() async throws {
        let (old, new) = (feed("Old", isCopy: true), feed("New", isCopy: false))
        world.storage.readFeed = { _, reply in
            reply.data(old)
            reply.finish(with: new)
        }
        var shown: [ShownFeed?] = []
        let subscription = store.subscribe(to: { [address] in $0.feeds.shown[address] }) { shown.append($0) }
        signIn()
        try await follow(address.text)
        #expect(shown.map { $0?.content } == [nil, old, new])
        world.storage.readFeed = { _, reply in
            reply.data(old)
            reply.fail(.timedOut)
        }
        store.send(.refresh(nil))
        #expect(shown.last??.content == old && shown.last??.failure == .timedOut && shown.last??.isReading == false)
        subscription.cancel()
        #expect(world.faults.all.isEmpty)
    }

    @Test("Follows ten addresses in all windows, and reads none that was removed") func addresses() async throws {
        let requests = Requests()
        world.storage.readFeed = { command, reply in
            requests.all.append(command.address)
            reply.finish()
        }
        signIn()
        store.send(.follow("notes.example", nil))
        #expect(store.state.addresses.problem?.contains("not a web address") == true)
        for number in 1...11 { try await follow("http://notes.example/\(number)") }
        #expect(store.state.addresses.problem?.contains("already follow 10 addresses") == true)
        #expect(store.state.addresses.all?.count == 10 && requests.all.count == 10)
        try await store.send(.unfollow(requests.all[0])).finished()
        #expect(store.state.addresses.problem == nil && store.state.addresses.all == Array(requests.all.dropFirst()))
        let other = try await Self.openFollowing(in: world.openWindow(), of: world)
        #expect(other.state.addresses.all == Array(requests.all.dropFirst()))
        #expect(requests.all.count == 10, "a window without an account reads nothing")
    }

    @Test("Notes · adds one address at a time, and reads an address again only after its read has ended")
    func oneAtATime() throws {
        let (window, account) = (Window.test(), Account(name: "Emma"))
        let id = window.id
        let other = try #require(FeedAddress("https://other.example"))
        let store = TestStore(Following(in: window), isolation: MainActor.shared)
        store.complete(ReadFollowed(), with: [address]) { [address] in $0.addresses.all = [address] }
        store.complete(FindFeed(), with: "f00") { $0.ownToken = "f00" }
        store.complete(WaitForLibrary(), with: ())
        store.complete(ObserveSession(), with: account) { $0.account = account }
        store.send(.refresh(account))
        store.fail(ReadFeed(address, in: id), with: .timedOut) { [address] in
            $0.feeds.shown[address] = .init()
            $0.feeds.shown[address]?.failure = .timedOut
        }
        store.send(.refresh(account)) { [address] in
            $0.feeds.shown[address] = .init()
            $0.feeds.attempts = [address: 1]
        }
        store.send(.refresh(account))
        store.expect(ReadFeed(address, attempt: 1, in: id))
        store.send(.follow(other.text, account)) { $0.addresses.isFollowing = true }
        store.send(.follow("https://third.example", account))
        store.complete(FollowFeed(other, in: id), with: ()) { $0.addresses.isFollowing = false }
        store.complete(ReadFollowed(), with: [address, other]) { [address] in $0.addresses.all = [address, other] }
        store.exhaustivity = .off
        store.finish()
    }

    @Test("Notes · other windows read the addresses once for many changes") func manyChanges() async throws {
        let other = try await world.openWindow()
        let shown = try await Self.openFollowing(in: other, of: world)
        signIn()
        for number in 1...5 { try await follow("http://notes.example/\(number)") }
        #expect(store.state.addresses.all?.count == 5 && shown.state.addresses.all == [])
        let reads = Reads()
        let subscriptions = [window, other].map { window in
            window.engine.listen(to: ReadFollowed.self) { _ in reads.count += 1 }
        }
        world.advance(by: FollowedAddresses.changeDelay)
        #expect(shown.state.addresses.all?.count == 5)
        #expect(reads.count == 2, "one for each window")
        world.advance(by: .seconds(10))
        #expect(reads.count == 2)
        for subscription in subscriptions { subscription.cancel() }
    }

    @Test("The page of the published notes follows publishing and deleting") func publishedList() async throws {
        let token = try #require(store.state.ownToken)
        let reading = try await world.openWindow()
        let list = try #require(reading.store(of: NoteList.self))
        await world.startObserving(Int.self, in: reading) { list.perform(.transition(.publishedList(token))) }
        let published = try #require(reading.store(of: PublishedList.self))
        #expect(published.state.feed?.notes.isEmpty == true && !published.state.isMissing)
        let command = PublishNote(NoteID(1), text: "Milk", by: Account(name: "Emma"))
        for (request, texts) in [(LibraryRequest.publish(command), ["Milk"]), (.delete([NoteID(1)]), [])] {
            world.send(.requested(request), to: world.library)
            world.advance(by: PublishedList.changeDelay)
            #expect(published.state.feed?.notes.map(\.text) == texts)
        }
        let other = try await world.openWindow()
        try #require(other.store(of: NoteList.self)).perform(.transition(.publishedList("all")))
        #expect(other.store(of: PublishedList.self)?.state.isMissing == true)
    }
}

/// The number of reads of the addresses.
@MainActor private final class Reads { var count = 0 }

/// The requests of the network, in order.
@MainActor private final class Requests { var all: [FeedAddress] = [] }
