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

    init() throws {
        window = world.application.openWindow()
        try #require(window.store(of: NoteList.self)).send(.menu(.following))
        store = try #require(window.store(of: Following.self))
        address = try #require(FeedAddress("https://notes.example/published/all/f00"))
    }

    private func signIn() throws {
        let id = try #require(world.application.window(of: window))
        world.engine.post(SignedIn(window: id, account: Account(name: "Emma")))
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

    @Test("Shows the copy while it reads the network, and keeps it if the network fails") func copy() throws {
        let (old, new) = (feed("Old", isCopy: true), feed("New", isCopy: false))
        world.storage.readFeed = { _, reply in
            reply.data(old)
            reply.finish(with: new)
        }
        var shown: [ShownFeed?] = []
        let subscription = store.subscribe(to: { [address] in $0.feeds.shown[address] }) { shown.append($0) }
        try signIn()
        store.send(.follow(address.text, nil))
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

    @Test("Follows ten addresses in all windows, and reads none that was removed") func addresses() throws {
        let requests = Requests()
        world.storage.readFeed = { command, reply in
            requests.all.append(command.address)
            reply.finish()
        }
        try signIn()
        store.send(.follow("notes.example", nil))
        #expect(store.state.addresses.problem?.contains("not a web address") == true)
        for number in 1...11 { store.send(.follow("http://notes.example/\(number)", nil)) }
        #expect(store.state.addresses.problem?.contains("already follow 10 addresses") == true)
        #expect(store.state.addresses.all?.count == 10 && requests.all.count == 10)
        store.send(.unfollow(requests.all[0]))
        #expect(store.state.addresses.problem == nil && store.state.addresses.all == Array(requests.all.dropFirst()))
        let other = world.application.openWindow()
        try #require(other.store(of: NoteList.self)).send(.menu(.following))
        #expect(other.store(of: Following.self)?.state.addresses.all == Array(requests.all.dropFirst()))
        #expect(requests.all.count == 10, "a window without an account reads nothing")
    }

    @Test("Notes · adds one address at a time, and reads an address again only after its read has ended")
    func oneAtATime() throws {
        let (id, account) = (WindowID(1), Account(name: "Emma"))
        let other = try #require(FeedAddress("https://other.example"))
        let store = TestStore(Following(in: id), isolation: MainActor.shared)
        store.complete(ReadFollowed(), with: [address]) { [address] in $0.addresses.all = [address] }
        store.complete(FindFeed(), with: "f00") { $0.ownToken = "f00" }
        store.complete(ObserveSession(window: id), with: account) { $0.account = account }
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
        store.receive(.addresses(.changed)) { $0.addresses.isOutdated = true }
        store.complete(ReadFollowed(), with: [address, other]) { [address] in $0.addresses.all = [address, other] }
        store.exhaustivity = .off
        store.finish()
    }

    @Test("Notes · other windows read the addresses once for many changes") func manyChanges() throws {
        let other = world.application.openWindow()
        try #require(other.store(of: NoteList.self)).send(.menu(.following))
        try signIn()
        let shown = try #require(other.store(of: Following.self))
        for number in 1...5 { store.send(.follow("http://notes.example/\(number)", nil)) }
        #expect(store.state.addresses.all?.count == 5 && shown.state.addresses.all == [])
        let reads = Reads()
        let subscription = world.engine.listen(to: ReadFollowed.self) { _ in reads.count += 1 }
        world.time.advance(by: FollowedAddresses.changeDelay)
        #expect(shown.state.addresses.all?.count == 5)
        #expect(reads.count == 2, "one for each window")
        world.time.advance(by: .seconds(10))
        #expect(reads.count == 2)
        subscription.cancel()
    }

    @Test("The page of the published notes follows publishing and deleting") func publishedList() throws {
        let other = world.application.openWindow()
        other.store(of: NoteList.self)?.send(.menu(.following))
        let token = try #require(store.state.ownToken)
        let reader = Navigator(root: PublishedList(in: WindowID(9)), with: token, on: world.engine)
        let list = try #require(reader.store(of: PublishedList.self))
        #expect(list.state.feed?.notes.isEmpty == true && !list.state.isMissing)
        world.engine.post(LibraryRequest.publish(PublishNote(NoteID(1), text: "Milk", by: Account(name: "Emma"))))
        world.time.advance(by: PublishedList.changeDelay)
        #expect(list.state.feed?.notes.map(\.text) == ["Milk"])
        world.engine.post(LibraryRequest.delete([NoteID(1)]))
        world.time.advance(by: PublishedList.changeDelay)
        #expect(list.state.feed?.notes.isEmpty == true)
        let wrong = Navigator(root: PublishedList(in: WindowID(9)), with: "all", on: world.engine)
        #expect(wrong.store(of: PublishedList.self)?.state.isMissing == true)
    }
}

/// The number of reads of the addresses.
@MainActor private final class Reads { var count = 0 }

/// The requests of the network, in order.
@MainActor private final class Requests { var all: [FeedAddress] = [] }
