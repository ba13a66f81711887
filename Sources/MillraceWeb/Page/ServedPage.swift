/// The first frame that a browser sends on a connection.
struct Hello: Equatable, Sendable {
    /// The ID of the session that the browser shows.
    var session: String
    /// The ID of the session of the document, if the browser returns to an earlier session after a reload.
    var document: String?
    /// The ID of the page load, which the script generates.
    var client: String
    /// The sequence number of the page that the browser shows. -1 if it needs the whole page.
    var sequence: Int
    /// The URL in the address bar, without the origin: `/notes/3`.
    var url: String
    /// The version of the files that the browser has loaded. `nil` if it does not say.
    var version: String?

    init(session: String, document: String? = nil, client: String, sequence: Int, url: String, version: String? = nil) {
        (self.session, self.document, self.client) = (session, document == session ? nil : document, client)
        (self.sequence, self.url, self.version) = (sequence, url, version)
    }
}

/// The content of a page, to be served as a document.
struct PageContent: Equatable, Sendable {
    /// The title of the document.
    var title: String
    /// The elements within `#m-page`.
    var html: String
    /// The sequence number of the page in the document.
    var sequence: Int
    /// The checksum of the nodes in `html`. ``NodeChecksum`` defines it.
    var checksum: UInt32
    /// The URL of the page, without the origin.
    var url: String
    /// The URLs of the screens below, from the bottom. Back leads to them after a link from another site.
    var trail: [String] = []
    /// Whether the requested URL exists.
    var isFound = true
    /// Whether a scene shows that its content does not exist. The document then has the status 404.
    var isMissing = false
    /// Whether the page contains a control. A page without one cannot send anything to its session.
    var hasControls = true
    /// The different style declarations in `html`.
    var styles: [String] = []
    /// A message for the user, if the submitted form failed.
    var message: String?
}

/// A frame for a browser.
struct PageFrame: Equatable, Sendable {
    /// The frame as JSON. `nil` if the page has become large, so that large work must make the frame.
    var text: String?
    /// The load of the session.
    var load: PageLoad
}

/// The load of a session on its server.
struct PageLoad: Equatable, Sendable {
    /// The memory in bytes, as an estimate.
    var memory = 0
    /// Whether drawing the page can keep its actor busy for long.
    var isLarge = false
    /// The number of bytes that the session has written to its storage.
    var written = 0
}

/// The result of handling messages.
struct InputResult: Equatable, Sendable {
    /// The number of messages that were handled, or more.
    var count: Int
    /// A message for the user, if a message of the browser is malformed. The server then closes the connection.
    var problem: String?
    /// The load of the session.
    var load: PageLoad
}

/// The result of ``ServedPage/nextFrame(on:if:)``.
enum NextFrame: Sendable {
    /// The frame was made; `nil` if nothing has changed.
    case made(PageFrame?)
    /// ``ServedPage/frame(on:isLarge:)`` may return a frame.
    case ready
    /// A frame that shows no turns, so it does not wait for the storage.
    case unstored(String)
    /// There are no more frames.
    case ended
}

/// A session as the server uses it: one page on its own actor, for one or several tabs.
protocol ServedPage: AnyObject, Sendable {
    /// Whether the session has ended, by itself or by ``end()``. The server then creates a new one.
    var hasEnded: Bool { get async }

    /// The load of the session.
    var load: PageLoad { get async }

    /// Navigates to the URL, as far as it exists. Returns the content of the page.
    ///
    /// - Parameter wait: How the page waits for the effects of the navigation.
    func open(_ url: String, wait: PageWait) async -> PageContent

    /// The different style declarations of the elements of the page.
    var styles: [String] { get async }

    /// Handles a form that was sent without the script. Returns the content of the page.
    ///
    /// - Parameters:
    ///   - fields: The names and values of the fields.
    ///   - number: The sequence number of the document that contained the form. A form that is sent twice is handled
    ///     once.
    ///   - wait: How the page waits for the effects of the form.
    func submit(_ fields: [(name: String, value: String)], number: Int, wait: PageWait) async -> PageContent

    /// Connects a browser, and queues the changes that it does not show yet.
    ///
    /// - Parameter isNew: Whether the browser showed another session, which has ended.
    /// - Returns: The number of the connection.
    func connect(_ hello: Hello, isNew: Bool) async -> Int

    /// Handles messages after the first, in order, until other pages of the actor have a turn. The caller passes the rest again. The
    /// page is drawn after all of them.
    ///
    /// - Parameters:
    ///   - isRest: Whether the messages are the rest of those of the last call.
    ///   - refusesNavigation: Whether the page does not go to another entry of the history, because the client has disconnected.
    func receive(
        _ messages: [ClientMessage], on connectionID: Int, isRest: Bool, refusesNavigation: Bool
    ) async -> InputResult

    /// Waits until a connection may have a frame, and then makes the frame if `mayStart` returns `true`. `mayStart` is
    /// called on the actor of the page, so that a frame that need not wait for others needs no other actor. It is not called if
    /// many other pages were resumed at the same time. The result is then ``NextFrame/ready``.
    func nextFrame(on connectionID: Int, if mayStart: @Sendable () -> Bool) async -> NextFrame

    /// Returns the next frame of a connection. The page is drawn before, if it is outdated.
    ///
    /// - Parameter isLarge: Whether large work calls this. Otherwise, a large page is not written whole.
    /// - Returns: The frame, and the load of the session. `nil` if nothing has changed.
    func frame(on connectionID: Int, isLarge: Bool) async -> PageFrame?

    /// Returns when the turns that the last frame or document shows are stored, if the engine is durable.
    ///
    /// - Parameter connectionID: The connection that waits; `nil` for a document.
    /// - Returns: `false` if the connection ends, or the page, before they are stored; or if ``storageFrame(on:)`` has a frame.
    func stored(on connectionID: Int?) async -> Bool

    /// Begins the transfer of a file. Returns `nil` if the page has not asked for a file with this ID and size.
    func beginUpload(_ id: String, size: Int) async -> UploadSource?

    /// Disconnects a browser. A pending call of ``nextFrame(on:if:)`` returns.
    func disconnect(_ connectionID: Int) async

    /// Changes the ID of the session, after its visitor has signed in.
    func rename(_ id: String) async

    /// The content of a document that shows the page.
    var content: PageContent { get async }

    /// Discards what is only needed for a browser, if none is connected.
    func discardTree() async

    /// Ends the session, and releases its navigator. A stored session can be loaded again.
    func end() async

    /// The state of the page's storage, for the server; `nil` for a page that ends with the process.
    var storageState: PageStorageState? { get async }

    /// Stores the page from now on, or what has changed of its session.
    func store(_ session: SessionRecord) async

    /// Shows a text in the next browser that connects.
    func setNotice(_ key: PageTexts.Key) async

    /// Says something of the storage in all browsers; an empty text while that works.
    func setStorageText(_ text: String) async

    /// Returns the frame that says something of the storage; `nil` if there is none. It does not wait for the storage.
    func storageFrame(on connectionID: Int) async -> String?
}

extension ServedPage {
    /// `nil`: the page ends with the process.
    var storageState: PageStorageState? { get async { nil } }
    /// Does nothing.
    func store(_ session: SessionRecord) async {}
    /// Does nothing.
    func setNotice(_ key: PageTexts.Key) async {}
    /// Does nothing.
    func setStorageText(_ text: String) async {}
    /// `nil`: the page ends with the process.
    func storageFrame(on connectionID: Int) async -> String? { nil }
}

/// The state of the storage of a page, for its server.
struct PageStorageState: Equatable, Sendable {
    /// The name by which the storage finds the page.
    let name: String
    /// Whether a command is in flight, so that the session stays in memory.
    let isWorking: Bool
    /// The time when the first delay ends, in seconds since 1970; `nil` without delays.
    let deadline: Double?

    init(_ storage: any PageStorage) {
        (name, isWorking, deadline) = (storage.name, storage.isWorking, storage.deadline)
    }
}
