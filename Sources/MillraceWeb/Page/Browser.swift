/// A connection to a browser that shows the page.
final class Browser {
    /// Which load of the page it is.
    let client: String
    /// The number of what it has been told last.
    var told: Int
    /// The number of what it says that it shows.
    var shown: Int
    /// The beginning, where it has to be told more than changes.
    var opening: String?
    /// How many templates it knows.
    var templates = 0
    /// What became of what it sent.
    var acknowledgements: [(json: String, after: Int)] = []
    /// Whether it does not know any more what it shows.
    var isLost = false
    var isPinged = false
    var waiter: UnsafeContinuation<Void, Never>?
    var isGone = false

    init(_ hello: Hello) { (client, told, shown) = (hello.client, hello.shown, hello.shown) }

    /// Has it look for what is new.
    func wake() { waiter.take()?.resume() }
}

/// What is remembered of a load of the page, also while it is not connected.
struct Client {
    /// How many acknowledgements are remembered.
    static let mostAnswers = 64

    /// The number of what it sent last.
    private(set) var last = 0
    /// How many connections there had been when its last one ended.
    var lastSeen = 0
    private var answers: [(number: Int, json: String)] = []

    /// What became of what it sent by this number, if that came before.
    func answer(to number: Int) -> String? {
        guard number <= last else { return nil }
        return answers.first { $0.number == number }?.json ?? "[\(number),0]"
    }

    mutating func take(_ number: Int, _ json: String) {
        last = number
        answers.append((number, json))
        if answers.count > Self.mostAnswers { answers.removeFirst() }
    }
}
