public import MillraceModules
import Millrace

/// What every host should do: a suite of cases that any host can run.
///
/// ```swift
/// @Test(arguments: HostConformance.Case.allCases)
/// @MainActor func conforms(to rule: HostConformance.Case) async {
///     await HostConformance { navigator in try await PageUnderTest(navigator) }.check(rule)
/// }
/// ```
/// Each case drives a navigator with modules of the suite's own, ``Page`` and ``Badge``, for which the host registers views: the
/// text of their states and their buttons. After each step it compares what the host shows with the navigator's tree and
/// the stores. <doc:Hosts> begins with a host and ends with this.
@MainActor public struct HostConformance {
    /// How many steps the random run takes. Fewer for a host that is slow.
    public var steps: Int
    /// How many scenes are put on the screen at once.
    public var scenes: Int
    /// Where the run begins: the same seed gives the same run. Another one each time unless given; a failure names it.
    public var seed: UInt64
    let make: @MainActor (Navigator) async throws -> any HostUnderTest

    /// The suite for hosts that `make` makes, each for a navigator, to which it attaches itself. The navigator is on the main
    /// actor.
    public init(
        steps: Int = 10_000, scenes: Int = 200, seed: UInt64? = nil,
        make: @escaping @MainActor (Navigator) async throws -> any HostUnderTest
    ) {
        (self.steps, self.scenes, self.make) = (steps, scenes, make)
        self.seed = seed ?? UInt64.random(in: 0...9_999_999)
    }

    /// What came of a case.
    public enum Outcome: Hashable, Sendable {
        /// The host does what it should.
        case passed
        /// It does not; the text says what was shown and what should have been.
        case failed(String)
        /// It was not tried, because the host has not these capabilities.
        case skipped([Capability])
    }

    /// One thing that a host should do.
    public struct Case: Hashable, Identifiable, Sendable, CaseIterable, CustomStringConvertible {
        /// Every case, in the order in which they build on each other.
        public static let allCases: [Case] =
            waysIn + waysOut + following + attaching + gestures + objections + holding + ending + crowds

        /// Its name.
        public let id: String
        /// What the host must be able to do.
        public let requiredCapabilities: Set<Capability>
        /// What mends a host that fails; it follows "To fix this, ".
        let fix: String
        let body: @MainActor @Sendable (HostBench) async throws -> Void

        init(
            _ id: String, requires: Set<Capability> = [], fix: String,
            _ body: @escaping @MainActor @Sendable (HostBench) async throws -> Void
        ) {
            (self.id, requiredCapabilities, self.fix, self.body) = (id, requires, fix, body)
        }

        /// Its name.
        public var description: String { id }

        /// Whether both have the same name.
        public static func == (one: Case, other: Case) -> Bool { one.id == other.id }

        /// Hashes the name.
        public func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }
}

// MARK: - Running

extension HostConformance {
    /// Tries one case.
    ///
    /// - Returns: what came of it.
    /// - Fails: at this line, when the host does not do what it should. A case that is left out is shown as a warning.
    #if !Testing
        @available(*, unavailable, message: "Turn the package trait Testing on to test with MillraceTesting.")
    #endif
    @discardableResult
    public func check(
        _ rule: Case, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) async -> Outcome {
        let place = Place(fileID, filePath, line, column)
        let outcome = await outcome(of: rule)
        switch outcome {
        case .passed: break
        case .failed(let text): report(failure: text, at: place)
        case .skipped(let capabilities): report(warning: Self.skipped(rule, capabilities), at: place)
        }
        return outcome
    }

    /// Tries every case.
    ///
    /// - Returns: what came of each.
    /// - Fails: at this line, for each case in which the host does not do what it should. Those that are left out are shown
    ///   as warnings.
    #if !Testing
        @available(*, unavailable, message: "Turn the package trait Testing on to test with MillraceTesting.")
    #endif
    @discardableResult
    public func check(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async -> [Case: Outcome] {
        var outcomes: [Case: Outcome] = [:]
        for rule in Case.allCases {
            outcomes[rule] = await check(rule, fileID: fileID, filePath: filePath, line: line, column: column)
        }
        return outcomes
    }

    /// Tries one case, and reports nothing.
    public func outcome(of rule: Case) async -> Outcome {
        let bench = HostBench(self, rule)
        let outcome: Outcome
        do {
            try await rule.body(bench)
            try bench.demandNoFault()
            outcome = .passed
        } catch let error as HostBench.MissingCapabilities {
            outcome = .skipped(error.capabilities)
        } catch let error as HostBench.Mismatch {
            outcome = .failed(error.failure.text)
        } catch {
            outcome = .failed(bench.thrown(error).text)
        }
        await bench.end()
        return outcome
    }

    private static func skipped(_ rule: Case, _ capabilities: [Capability]) -> String {
        "Left out: “\(rule)”, because the host says that it has not: \(capabilities.map(\.rawValue).joined(separator: ", "))."
    }
}
