import Millrace

/// A connection to a browser that shows the page.
final class BrowserConnection {
    /// The ID of the page load, which the script generates.
    let client: String
    /// The sequence number of the last change that was sent.
    var sentSequence: Int
    /// The sequence number of the page that the browser shows, as far as it has reported.
    var shownSequence: Int
    /// The content of the first frame, or of a frame that replaces the whole page.
    var initialContent: String?
    /// The number of templates that were sent.
    var templates = 0
    /// The queued acknowledgements, each with the change that must be sent before it.
    var acknowledgements: [(json: String, after: Int)] = []
    /// The maximum number of queued acknowledgements. A browser that does not read them may not send more.
    static let maxAcknowledgements = 1_000
    /// Whether the browser must receive the whole page, because it can no longer apply changes.
    var needsFullPage = false
    var needsPong = false
    /// The IDs of the files that the browser must send.
    var requestedFiles: [String] = []
    /// The text about the storage that was not sent yet; `nil` for none. An empty one removes the last text.
    var storageText: String?
    /// The token that the browser must exchange for its cookie.
    var signInToken: String?
    private var waiter: UnsafeContinuation<Void, Never>?
    /// Whether ``wake()`` was called since ``prepareWait()``. On the main actor, a task with a preferred executor can be suspended between
    /// its search for a frame and its wait. A call in between must end the wait.
    private var hasWoken = false
    /// The task that waits until the turns that its frame shows are stored.
    private var storageWaiter: UnsafeContinuation<Bool, Never>?
    /// The number of waits. The end of a wait that was interrupted does not end a later one.
    private var storageWaits = 0
    private let wakeups: Wakeups
    var isDisconnected = false
    /// The number of bytes in the frame that is being sent.
    var bytesInFlight = 0
    /// The number of changes of the page after the field that was handled last. If there are no more, the page is not drawn before
    /// the next field.
    var changesAfterField: Int?
    /// How often the browser requested the whole page on this connection.
    var fullPageRequests = 0

    /// The maximum of ``fullPageRequests``. The script needs one if it cannot apply a change, which is an error.
    static let maxFullPageRequests = 3

    /// The memory of the pending frames in bytes.
    var memory: Int { bytesInFlight + (initialContent?.utf8.count ?? 0) }

    init(_ hello: Hello, _ wakeups: Wakeups) {
        (client, sentSequence, shownSequence) = (hello.client, hello.sequence, hello.sequence)
        self.wakeups = wakeups
    }

    /// Begins a search for a frame. A later call of ``wake()`` ends the next ``wait(isolation:)``.
    func prepareWait() { hasWoken = false }

    /// Suspends the task that makes the frames until ``wake()``. Returns whether it may draw the page at once.
    func wait(isolation: isolated (any Actor) = #isolation) async -> Bool {
        await withUnsafeContinuation(isolation: isolation) { continuation in
            waiter = continuation
            if hasWoken { wake() }
        }
        return wakeups.didStart()
    }

    /// Returns when the turns of an engine are stored; `false` if the connection or the engine ends before.
    func waitForStorage(of engine: Engine, isolation: isolated (any Actor) = #isolation) async -> Bool {
        storageWaits += 1
        let wait = storageWaits
        Task { [weak self] in
            let isStored = await engine.stored(isolation: isolation)
            if wait == self?.storageWaits { self?.endStorageWait(isStored) }
        }
        return await withUnsafeContinuation(isolation: isolation) { storageWaiter = $0 }
    }

    /// Ends the wait for the storage.
    func endStorageWait(_ isStored: Bool) { storageWaiter.take()?.resume(returning: isStored) }

    /// Resumes the task that waits for the next frame.
    func wake() {
        hasWoken = true
        guard let waiter = waiter.take() else { return }
        wakeups.didResume()
        waiter.resume()
    }
}

/// The state of a page load, which is also kept while it is not connected.
struct ClientRecord {
    /// The maximum number of stored acknowledgements.
    static let maxAcknowledgements = 64

    /// The number of the last frame that was received.
    private(set) var last = 0
    /// The number of connections that the page had accepted when the last one of this client ended.
    var lastSeen = 0
    private var acknowledgements: [(number: Int, json: String)] = []

    /// The record of a page load that has sent nothing.
    init() {}

    /// The record of a page load whose last frame an earlier process has handled.
    ///
    /// - Parameter refusals: The answers to frames that were not accepted, by number.
    init(last: Int, _ refusals: [Int: String]) {
        self.last = last
        acknowledgements = refusals.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The answers to frames that were not accepted, by number.
    var refusals: [Int: String] {
        Dictionary(
            acknowledgements.filter { $0.json != "[\($0.number),0]" }.map { ($0.number, $0.json) },
            uniquingKeysWith: { $1 })
    }

    /// Notes that a frame is about to be handled.
    mutating func begin(_ number: Int) { last = number }

    /// Returns the acknowledgement of a frame that was received before. Returns `nil` for a new frame.
    func acknowledgement(of number: Int) -> String? {
        guard number <= last else { return nil }
        return acknowledgements.first { $0.number == number }?.json ?? "[\(number),0]"
    }

    mutating func record(_ number: Int, _ json: String) {
        last = number
        acknowledgements.append((number, json))
        if acknowledgements.count > Self.maxAcknowledgements { acknowledgements.removeFirst() }
    }
}
