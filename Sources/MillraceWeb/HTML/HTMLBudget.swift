import Millrace

/// The limits on the size of a page, and its place on the host. Views are evaluated within them.
struct PageLimits: Sendable, Equatable {
    /// The limits of the session that is being created.
    @TaskLocal static var current = PageLimits()

    /// The maximum number of elements and texts.
    var nodes = 100_000
    /// The maximum number of bytes in texts and attributes.
    var bytes = 10_000_000
    /// The number of scenes from which a page accepts only input that closes some.
    var scenes = 200
    /// The path of the host below which the pages are served.
    var mountPath = ""
    /// The maximum depth of nested elements. It is fixed, because drawing is recursive.
    static let depth = 200
}

/// Counts the elements while a view is evaluated.
///
/// Once a limit is exceeded, further elements are created without content, and ``each(_:id:content:)`` ends. A `for`
/// loop continues, and creates an empty element in each iteration.
@usableFromInline final class HTMLBudget: Sendable {
    /// The budget of the view that is being evaluated. `nil` outside of an evaluation: nothing is counted then.
    @TaskLocal static var current: HTMLBudget?

    private struct State {
        var (nodes, bytes) = (0, 0)
        var problem: String?
        var faults: [Fault] = []
    }

    private let limits: PageLimits
    /// The path of the host below which the page is served.
    var mountPath: String { limits.mountPath }
    private let texts: PageTexts
    private let state = Lock(State())

    init(_ limits: PageLimits, _ texts: PageTexts = .english) { (self.limits, self.texts) = (limits, texts) }

    /// The numbers of counted nodes and bytes.
    var used: (nodes: Int, bytes: Int) { state.withLock { ($0.nodes, $0.bytes) } }

    /// The exceeded limit, as a message for the user. `nil` if the view is within its limits.
    var problem: String? { state.withLock { $0.problem } }

    /// Whether the view that is being evaluated has exceeded a limit.
    @usableFromInline static var isExceeded: Bool { current?.problem != nil }

    /// The mistakes in the view, each once.
    var faults: [Fault] { state.withLock { $0.faults } }

    func report(_ fault: Fault) {
        state.withLock { state in if !state.faults.contains(fault) { state.faults.append(fault) } }
    }

    /// Counts nodes and bytes. Returns whether all limits are kept so far.
    func add(nodes: Int, bytes: Int, depth: Int = 0) -> Bool {
        state.withLock { state in
            state.nodes += nodes
            state.bytes += bytes
            if state.problem == nil {
                if state.nodes > limits.nodes {
                    state.problem = texts.text(.tooManyElements, ["\(limits.nodes)"])
                } else if state.bytes > limits.bytes {
                    state.problem = texts.text(.tooManyBytes, ["\(limits.bytes)"])
                } else if depth > PageLimits.depth {
                    state.problem = texts.text(.tooDeep, ["\(PageLimits.depth)"])
                }
            }
            return state.problem == nil
        }
    }
}

/// The size of a page: the sum of its views.
final class PageSize {
    let limits: PageLimits
    private let texts: PageTexts
    private(set) var (nodes, bytes) = (0, 0)

    init(_ limits: PageLimits, _ texts: PageTexts) { (self.limits, self.texts) = (limits, texts) }

    /// The budget of a view that uses `own` now.
    func budget(replacing own: (nodes: Int, bytes: Int)) -> HTMLBudget {
        HTMLBudget(
            PageLimits(
                nodes: limits.nodes - nodes + own.nodes, bytes: limits.bytes - bytes + own.bytes,
                mountPath: limits.mountPath), texts)
    }

    func replace(_ own: (nodes: Int, bytes: Int), by new: (nodes: Int, bytes: Int)) {
        nodes += new.nodes - own.nodes
        bytes += new.bytes - own.bytes
    }
}
