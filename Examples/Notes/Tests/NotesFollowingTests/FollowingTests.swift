import Foundation
import MillraceKit
import MillraceWeb
import Synchronization
import Testing

@testable import NotesCore
@testable import NotesStorage
@testable import NotesViews

@MainActor @Suite("Following the published notes of another server") struct FollowingTests {
    private let folder = TemporaryFolder()
    private let otherFolder = TemporaryFolder()
    /// A window of a library that never answers, for views.
    private let window = Window(
        WindowID(1), of: Store(Library.State(), Library(), on: Engine(isolation: MainActor.shared)).remote)

    @Test("Shows the stored copy, then the notes of the network; without the network only the copy (row A19)")
    func networkAndCache() async throws {
        let (publisher, reader) = (try await NotesServer(otherFolder.url), try await NotesServer(folder.url))
        let note = try await publisher.publish("# One\n\nThe *first* text & \"more\" <b>")
        let (_, following) = try await reader.openFollowing()
        let address = try publisher.feedAddress()

        following.send(try page(following).button("Follow").submit(["address": [address.text]]))
        #expect(try page(following).button("Follow").isDisabled, "one address is added at a time")
        #expect(await contents(of: following, until: { $0.failure != nil || $0.content?.isCopy == false }) == ["One"])
        #expect(try !page(following).button("Follow").isDisabled)
        following.send(
            .feeds(.open(address, following.state.feeds.shown[address]?.content?.feed.notes.first?.token ?? "")))
        #expect(try page(following).html.contains("The <em>first</em> text &amp; &quot;more&quot; &lt;b&gt;"))

        // A command ends after the notes have been stored.
        _ = await reader.feeds(of: ReadFeed(address))
        // The same command answers twice: the stored copy, then the changed notes.
        _ = try await publisher.publish("# Two", as: note)
        let answers = await reader.feeds(of: ReadFeed(address))
        #expect(answers.map(\.title) == ["One", "Two"] && answers.map(\.isCopy) == [true, false])

        // Another window has only what is stored.
        try await publisher.stop()
        let (_, offline) = try await reader.openFollowing()
        #expect(await contents(of: offline, until: { $0.failure != nil }) == ["Two"])
        #expect(offline.state.feeds.shown[address]?.failure == .unreachable)
        let text = try page(offline).text
        #expect(text.contains("could not be updated because the server cannot be reached. This is the copy of "))
        #expect(text.contains("Two"))
        try await reader.stop()
    }

    @Test("Nobody reads or follows without signing in, and signing out hides the notes") func account() async throws {
        let (publisher, reader) = (try await NotesServer(otherFolder.url), try await NotesServer(folder.url))
        _ = try await publisher.publish("# One")
        let address = try publisher.feedAddress()
        _ = try await reader.output(of: FollowFeed(address))
        let (window, following) = try await reader.openFollowing()
        #expect(await contents(of: following, until: { $0.failure != nil || $0.content?.isCopy == false }) == ["One"])

        window.engine.post(SignedOut())
        #expect(try following.state.feeds.shown.isEmpty && !page(following).text.contains(address.text))
        following.send(.follow("http://127.0.0.1:1/", nil))
        following.send(.unfollow(address))
        #expect(try await reader.storage.followed() == [address])
        try await publisher.stop()
        try await reader.stop()
    }

    @Test("The page of the published notes lists no other note, and its address cannot be guessed")
    func ownFeed() throws {
        let storage = try Storage(folder: folder.url)
        let token = try storage.feedToken()
        #expect(token.count == 32 && token.allSatisfy(\.isHexDigit))
        #expect(try storage.readFeed(token).notes.isEmpty)
        #expect(throws: StorageFailure.notFound) { try storage.readFeed("all") }
    }

    @Test("A program fetches only what is followed, and keeps at most ten addresses") func limits() async throws {
        let (engine, storage) = (Engine(), try Storage(folder: folder.url))
        engine.registerLibraryHandlers(of: storage)
        let window = OpenWindow(for: Visitor(), in: storage)
        engine.registerWindowHandlers(of: storage, FeedClient(for: storage), in: window)
        let address = try #require(FeedAddress("http://127.0.0.1:1/"))
        await #expect(throws: FeedFailure.notFollowed) {
            try await engine.execute(ReadFeed(address)).finished()
        }
        for number in 1...FeedAddress.maxCount {
            try await engine.execute(FollowFeed(try #require(FeedAddress("http://a/\(number)")))).finished()
        }
        try await engine.execute(FollowFeed(try #require(FeedAddress("http://a/1")))).finished()
        await #expect(throws: FeedFailure.tooMany) { try await engine.execute(FollowFeed(address)).finished() }
    }

    @Test("Following · the windows share the notes that were read last, and do not decode them again") func shared()
        async throws
    {
        let storage = try Storage(folder: folder.url)
        let address = try #require(FeedAddress("http://a/1"))
        try await storage.follow(address, for: .unknown)
        #expect(try await storage.copy(of: address, for: .unknown) == nil)
        let note = FeedNote(token: "t", author: "Emma", time: 1, text: "One", isShortened: false)
        let received = storage.shared(FollowedFeed(Feed(of: [note]), time: 2, isCopy: false), of: address)
        try await storage.store(received, of: address, for: .unknown)
        // Other notes with the same time are not read.
        try await storage.store(
            FollowedFeed(Feed(of: []), time: 2, isCopy: false), of: address, for: .unknown)
        #expect(
            try await storage.copy(of: address, for: .unknown) == FollowedFeed(received.feed, time: 2, isCopy: true))
        try await storage.unfollow(address, for: .unknown)
        await #expect(throws: FeedFailure.notFollowed) { try await storage.copy(of: address, for: .unknown) }
        for number in 1...2 * FeedAddress.maxCount {
            _ = storage.shared(received, of: try #require(FeedAddress("http://a/\(number)")))
        }
        #expect(storage.knownFeeds.withLock { $0.count } <= FeedAddress.maxCount)
    }

    @Test("Following · notes with other bytes are not taken for those that were read last") func bytes() throws {
        let storage = try Storage(folder: folder.url)
        let address = try #require(FeedAddress("http://a/1"))
        let feeds = ["\u{e9}", "e\u{301}"].map { text in
            Feed(of: [FeedNote(token: "t", author: "Emma", time: 1, text: text, isShortened: false)])
        }
        #expect(feeds[0] != feeds[1])
        for feed in feeds {
            let shared = storage.shared(FollowedFeed(feed, time: 2, isCopy: false), of: address)
            let text = try #require(shared.feed.notes.first?.text)
            #expect(text.utf8.elementsEqual(feed.notes[0].text.utf8))
        }
    }

    private func page(_ store: Store<Following>) throws -> RenderedView<Following.Action> {
        Following(in: window).render(store.state)
    }

    /// Waits until the only followed address is in a state. Returns the titles of its notes then.
    private func contents(
        of store: Store<Following>, until condition: (ShownFeed) -> Bool
    ) async -> [String] {
        for await feeds in store.values(of: \.feeds.shown) {
            guard let shown = feeds.values.first, condition(shown) else { continue }
            return shown.content?.feed.notes.map { Headline(of: $0.text).title } ?? []
        }
        return []
    }
}

extension FollowedFeed {
    fileprivate var title: String { feed.notes.first.map { Headline(of: $0.text).title } ?? "" }
}

extension Engine {
    /// Executes a command and returns all of its data.
    @MainActor func feeds(of command: ReadFeed) async -> [FollowedFeed] {
        var feeds: [FollowedFeed] = []
        try? await execute(command, listener: EventListener<ReadFeed>(onData: { feeds.append($0) })).finished()
        return feeds
    }
}
