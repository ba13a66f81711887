public import MillraceModules
import Millrace

/// A conformance suite: the cases that every host should pass.
///
/// ```swift
/// @Test(arguments: HostConformance.Case.allCases)
/// @MainActor func conforms(to rule: HostConformance.Case) async {
///     await HostConformance { navigator in try await PageUnderTest(navigator) }.check(rule)
/// }
/// ```
/// Each case uses a navigator with two modules of the suite, ``Page`` and ``Badge``. The host registers views for them,
/// which draw the text of the state and the buttons. After each step, the suite compares the host's snapshot with the
/// navigator's tree and stores. <doc:Hosts> shows how to write a host and how to run the suite.
@MainActor public struct HostConformance {
    /// The number of steps of the random run. Reduce it for a slow host.
    public var steps: Int
    /// The number of scenes that the case with many scenes adds at once.
    public var scenes: Int
    /// The seed of the random run. The same seed gives the same run.
    ///
    /// Defaults to a different seed for each suite. A failure contains the seed.
    public var seed: UInt64
    let make: @MainActor (Navigator) async throws -> any HostUnderTest

    /// Creates a suite.
    ///
    /// - Parameters:
    ///   - steps: The number of steps of the random run.
    ///   - scenes: The number of scenes that the case with many scenes adds at once.
    ///   - seed: The seed of the random run. Defaults to a random one.
    ///   - make: Creates a host and attaches it to the navigator. The navigator is bound to the main actor.
    public init(
        steps: Int = 10_000, scenes: Int = 200, seed: UInt64? = nil,
        make: @escaping @MainActor (Navigator) async throws -> any HostUnderTest
    ) {
        (self.steps, self.scenes, self.make) = (steps, scenes, make)
        self.seed = seed ?? UInt64.random(in: 0...9_999_999)
    }

    /// The result of a case.
    public enum Outcome: Hashable, Sendable {
        /// The host passes the case.
        case passed
        /// The host does not pass the case. The text contains the expected and the actual result.
        case failed(String)
        /// The case did not run, because the host missing these capabilities.
        case skipped([Capability])
    }

    /// A test case: one behavior that every host should have.
    public struct Case: Hashable, Identifiable, Sendable, CaseIterable, CustomStringConvertible {
        /// All cases. Simple ones come first.
        public static let allCases: [Case] =
            additions + removals + stateChanges + attaching + gestures + objections + heldRequests + releases + crowds

        /// The name of the case.
        public let id: String
        /// The capabilities that the case needs.
        public let requiredCapabilities: Set<Capability>
        /// The fix for a host that fails; the text after "To fix this, ".
        let fix: String
        let body: @MainActor @Sendable (HostBench) async throws -> Void

        init(
            _ id: String, requires: Set<Capability> = [], fix: String,
            _ body: @escaping @MainActor @Sendable (HostBench) async throws -> Void
        ) {
            (self.id, requiredCapabilities, self.fix, self.body) = (id, requires, fix, body)
        }

        /// The name of the case.
        public var description: String { id }

        /// Whether both cases have the same name.
        public static func == (one: Case, other: Case) -> Bool { one.id == other.id }

        /// Hashes the name.
        public func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }
}

// MARK: - Running

extension HostConformance {
    /// Runs one case.
    ///
    /// Fails the test at this line if the host does not pass the case. A skipped case is shown as a warning.
    ///
    /// - Returns: The result of the case.
    #if !(Testing || App)
        @available(*, unavailable, message: "Enable the package trait App or Testing to test with MillraceTesting.")
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

    /// Runs every case.
    ///
    /// Fails the test at this line for each case that the host does not pass. Skipped cases are shown as warnings.
    ///
    /// - Returns: The result of each case.
    #if !(Testing || App)
        @available(*, unavailable, message: "Enable the package trait App or Testing to test with MillraceTesting.")
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

    /// Runs one case without reporting its result.
    public func outcome(of rule: Case) async -> Outcome {
        let bench = HostBench(self, rule)
        let outcome: Outcome
        do {
            try await rule.body(bench)
            try bench.assertNoFault()
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
        "Skipped: “\(rule)”. The host lacks these capabilities: \(capabilities.map(\.rawValue).joined(separator: ", "))."
    }
}
