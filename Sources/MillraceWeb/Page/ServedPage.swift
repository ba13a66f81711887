/// What a browser says first on a connection.
struct Hello: Equatable, Sendable {
    /// The session that it shows.
    var session: String
    /// Tells one load of the page from another.
    var client: String
    /// The sequence number of what it shows; −1 if it needs all anew.
    var sequence: Int
    /// What stands in its url bar, without the origin: `/notes/3`.
    var url: String
}

/// What a page shows, to be served as a document.
struct PageContent: Equatable, Sendable {
    /// The title of the document.
    var title: String
    /// The elements within `#m-page`.
    var html: String
    /// The sequence number of what it shows.
    var sequence: Int
    /// How many nodes `html` makes: elements and texts.
    var nodes: Int
    /// The url that leads here.
    var url: String
    /// Whether the url that was asked for leads somewhere.
    var isFound = true
    /// A message for the person, where what was sent could not be done.
    var message: String?
}

/// Returns when so much time has passed, or the task is cancelled.
typealias Sleep = @Sendable (Duration) async -> Void

/// A session as the server sees it: one page, drawn for a tab or for several, on an actor of its own.
protocol ServedPage: AnyObject, Sendable {
    /// Whether the session has ended, by itself or by ``end()``. The server makes another one then.
    var hasEnded: Bool { get async }

    /// Opens what the url names, as far as it leads somewhere, and says what is shown then.
    ///
    /// - Parameter sleep: lets time pass, while it waits a little for what that begins.
    func open(_ url: String, sleep: Sleep) async -> PageContent

    /// Does what a form says that was sent without the script, and says what is shown then.
    ///
    /// `number` is that of the document that the form stood in, so that a form sent twice is done once.
    ///
    /// - Parameter sleep: lets time pass, while it waits a little for what that begins.
    func submit(_ fields: [(name: String, value: String)], number: Int, sleep: Sleep) async -> PageContent

    /// Begins to tell a browser what it does not show yet.
    ///
    /// - Parameter isNew: whether the browser showed another session, and is to be sentSequence that this is a new one.
    /// - Returns: the number of the connection.
    func connect(_ hello: Hello, isNew: Bool) async -> Int

    /// Takes in a frame after the first.
    ///
    /// - Returns: a message, if the frame is none that the script sends; the connection should be closed then.
    func receive(_ text: String, on connectionID: Int) async -> String?

    /// The next frame for a connection, once there is one; `nil` when nothing comes any more.
    func nextFrame(on connectionID: Int) async -> String?

    /// The connection is no more. What is waited for in ``nextFrame(on:)`` returns `nil`.
    func disconnect(_ connectionID: Int) async

    /// Ends the session with all that belongs to it.
    func end() async
}
