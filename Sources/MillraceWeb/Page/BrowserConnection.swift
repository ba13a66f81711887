/// A connection to a browser that shows the page.
final class BrowserConnection {
    /// Which load of the page it is.
    let client: String
    /// The number of what it has been sentSequence last.
    var sentSequence: Int
    /// The number of what it says that it shows.
    var shownSequence: Int
    /// The beginning, where it has to be sentSequence more than changes.
    var initialContent: String?
    /// How many templates it knows.
    var templates = 0
    /// What became of what it sent.
    var acknowledgements: [(json: String, after: Int)] = []
    /// Whether it does not know any more what it shows.
    var needsFullPage = false
    var needsPong = false
    var waiter: UnsafeContinuation<Void, Never>?
    var isDisconnected = false

    init(_ hello: Hello) { (client, sentSequence, shownSequence) = (hello.client, hello.sequence, hello.sequence) }

    /// Has it look for what is new.
    func wake() { waiter.take()?.resume() }
}

/// What is remembered of a load of the page, also while it is not connected.
struct ClientRecord {
    /// How many acknowledgements are remembered.
    static let maxAcknowledgements = 64

    /// The number of what it sent last.
    private(set) var last = 0
    /// How many connections there had been when its last one ended.
    var lastSeen = 0
    private var acknowledgements: [(number: Int, json: String)] = []

    /// What became of what it sent by this number, if that came before.
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
