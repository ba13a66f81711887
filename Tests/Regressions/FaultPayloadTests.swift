import Foundation
import Millrace
import MillraceExtras
import MillraceModules
import Testing

// Symptom: `print(fault)` printed `CheckPassword(password: "geheim")`, so passwords were in logs.
// Cause: the texts of faults interpolated messages and errors.
// A fault names a message or an error by its type, and an enum also by its case.
//
// Kinds without a cell: `missingChildPath` has only types, `unknownHeldMessage` a number, `handlerReplaced` types and places,
// `custom` the texts of the application.
@MainActor @Suite struct FaultPayloadTests {
    @Test(
        "Regression · a fault and the error of a receipt contain no payload",
        arguments: FaultSource.allCases, secrets)
    func noPayload(source: FaultSource, secret: any Secret) async throws {
        try await withEngine { engine in try await check(secret, source, engine) }
    }

    private func check<P: Secret>(_ payload: P, _ source: FaultSource, _ engine: Engine) async throws {
        #expect("\(String(reflecting: payload)) \(payload)".contains("geheim"), "The payload prints no secret.")
        let log = FaultLog(engine)
        try await source.cause(payload, log)
        // The engine reports some faults as the actor's next job.
        await Task { @MainActor in }.value
        #expect(!log.faults.isEmpty && log.faults.allSatisfy { $0.kind == source.kind }, "\(log.faults)")
        let texts = log.faults.flatMap { [$0.problem, $0.cause, $0.fix, "\($0)", String(reflecting: $0)] } + log.errors
        for text in texts { #expect(!text.contains("geheim"), "\(text)") }
        for fault in log.faults where source.namesPayload { #expect(fault.problem.contains(P.nameInFault)) }
        engine.shutdown()
    }
}

/// The faults of an engine, and the texts of the errors that its receipts throw.
@MainActor final class FaultLog {
    let engine: Engine
    var faults: [Fault] = []
    var errors: [String] = []

    init(_ engine: Engine) {
        self.engine = engine
        engine.onFault = { [weak self] in self?.faults.append($0) }
    }

    /// Notes the fault that a receipt throws. Errors of the application may contain anything.
    func wait(for receipt: Receipt?) async {
        do { try await receipt?.finishedInTime() } catch let fault as Fault { errors.append("\(fault)") } catch {}
    }
}

// MARK: The kinds of payload

/// A value with the secret "geheim", which can be each kind of message, and an error.
protocol Secret: Command, Fact, Error where Output == Int, Progress == Void, Failure == any Error {
    /// The name in a fault.
    static var nameInFault: String { get }
}

let secrets: [any Secret] = [
    Login.password("geheim"), Login.code(first: "geheim", second: 1), Parent.child(.password("geheim")),
    Password(text: "geheim"), Printing(text: "geheim"), Vault("geheim"), Labeled(value: ["geheim"]),
    Localized.refused("geheim"), Names.Nested.own("geheim"), Described(user: 7, password: "geheim"),
]

enum Login: Secret {
    case password(String), code(first: String, second: Int)
    static var nameInFault: String { "Login." }
}
enum Parent: Secret {
    case child(Login)
    static var nameInFault: String { "Parent.child" }
}
struct Password: Secret {
    let text: String
    static var nameInFault: String { "Password" }
}
struct Printing: Secret, CustomStringConvertible, CustomDebugStringConvertible {
    let text: String
    var description: String { text }
    var debugDescription: String { text }
    static var nameInFault: String { "Printing" }
}
final class Vault: Secret, CustomStringConvertible {
    let description: String
    init(_ text: String) { description = text }
    static var nameInFault: String { "Vault" }
}
struct Labeled<Value: Sendable>: Secret {
    let value: Value
    static var nameInFault: String { "Labeled<Array<String>>" }
}
enum Localized: Secret, LocalizedError {
    case refused(String)
    var errorDescription: String? { "\(self)" }
    static var nameInFault: String { "Localized.refused" }
}
enum Names {
    enum Nested: Secret {
        case own(String)
        static var nameInFault: String { "Names.Nested.own" }
    }
}
struct Described: Secret, FaultDescribable {
    let user: Int
    let password: String
    var faultDescription: String { "the password of user \(user)" }
    static var nameInFault: String { "the password of user 7" }
}

// MARK: A feature with the payload everywhere

/// A module whose actions, outputs, inputs, transitions and requirement are payloads.
struct SecretModule<P: Secret>: Module {
    struct State {
        /// The flow of each action.
        var next = Flow<SecretModule>.none
        var child: Int?
    }
    typealias Action = P
    typealias Output = P
    typealias Input = P
    /// Whether a transition does not apply.
    var pops = false
    typealias Transition = P

    func state(for requirement: P) -> State { State() }
    func reduce(_ state: inout State, _ action: P) -> Flow<Self> { state.next }
    func receive(_ input: P) -> P { input }
    func route(_ transition: P) -> Route<Self> {
        pops ? .present(self, with: transition).and(.pop) : .present(SecretModule(), with: transition, as: { $0 })
    }

    static var port: Navigator.Port<SecretModule> { Navigator.Port("port") }
}

/// A parent with an optional child.
struct SecretParent<P: Secret>: Reducer {
    struct State { var child: SecretModule<P>.State? }
    func reduce(_ state: inout State, _ action: P) -> Flow<Self> {
        SecretModule<P>().reduce(&state.child, action).map({ $0 }, output: { $0 }, transition: { $0 }, at: \.child)
    }
    typealias Transition = P
}
