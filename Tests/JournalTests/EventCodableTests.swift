import MillraceJournal
import Foundation
import Millrace
import Testing

@Suite("An event is Codable")
struct EventCodableTests {
    struct Book: Codable, Equatable, Sendable { var title: String }
    struct Fetch: Command { typealias Output = [Book] }
    struct Save: Command {
        typealias Output = Void
        typealias Progress = Double?
        typealias Failure = Full
    }
    struct Find: Command {
        typealias Output = Book?
        typealias Failure = Odd
    }
    struct Measure: Command { typealias Output = (Int, Int) }
    struct Full: Error, Codable, Equatable { var bytes: Int }
    struct Odd: Error {}

    enum Action: Codable, Equatable {
        case fetched(Event<Fetch>)
        case saved(Event<Save>)
    }

    private func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private func reading<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }

    @Test("each kind of event is written with its value, and is read unchanged")
    func kinds() throws {
        let dune: Event<Fetch> = .data([Book(title: "Dune")])
        #expect(try text(dune) == #"{"data":[{"title":"Dune"}]}"#)
        for event in [dune, .data([]), .progress(())] {
            #expect(try reading(Event<Fetch>.self, text(event)) == event)
        }
        #expect(try text(Event<Fetch>.progress(())) == #"{"progress":null}"#)
        for event: Event<Save> in [.progress(0.5), .progress(nil), .data(()), .failure(Full(bytes: 3))] {
            #expect(try reading(Event<Save>.self, text(event)) == event)
        }
        for event: Event<Find> in [.data(nil), .data(Book(title: "Emma"))] {
            #expect(try reading(Event<Find>.self, text(event)) == event)
        }
    }

    @Test("an action with an event is Codable by the compiler's synthesis")
    func actions() throws {
        for action: Action in [.fetched(.data([Book(title: "Dune")])), .saved(.data(()))] {
            #expect(try reading(Action.self, text(action)) == action)
        }
        #expect(try text(Action.saved(.data(()))) == #"{"saved":{"_0":{"data":null}}}"#)
    }

    @Test("any error is written with its type and description, and is read as a recorded error with both")
    func anyErrors() throws {
        let written = try text(Event<Fetch>.failure(Full(bytes: 3)))
        #expect(written == #"{"failure":{"description":"Full(bytes: 3)","type":"Full"}}"#)
        let read = try reading(Event<Fetch>.self, written)
        let error = try #require(read.error as? RecordedError)
        #expect("\(error)" == "Full(bytes: 3)" && error.type == "Full")
        #expect(try text(read) == written)
        #expect(error == RecordedError(type: "Full", description: "Full(bytes: 3)"))
    }

    @Test("the kernel's own failure, of a command that exceeded its timeout, is read unchanged")
    func timedOut() throws {
        let read = try reading(Event<Fetch>.self, text(Event<Fetch>.failure(TimedOut(after: .milliseconds(1_500)))))
        #expect(read.error as? TimedOut == TimedOut(after: .milliseconds(1_500)))
    }

    @Test("a value that cannot be written is an error that names the command and the part")
    func unencodable() throws {
        let tuple = #expect(throws: EncodingError.self) { try text(Event<Measure>.data((1, 2))) }
        guard case .invalidValue(_, let context) = tuple else {
            Issue.record("\(tuple as Any)")
            return
        }
        #expect(context.debugDescription == "The data of Measure is of the type (Int, Int), which is not Encodable.")
        let odd = #expect(throws: EncodingError.self) { try text(Event<Find>.failure(Odd())) }
        guard case .invalidValue(_, let context) = odd else {
            Issue.record("\(odd as Any)")
            return
        }
        #expect(context.debugDescription == "The failure of Find is of the type Odd, which is not Encodable.")
    }

    @Test(
        "a value that cannot be read is an error that names the command and the part",
        arguments: [
            (#"{}"#, "An event of Measure must have progress, data or failure."),
            (#"{"data":[1,2]}"#, "The data of Measure is of the type (Int, Int), which is not Decodable."),
        ])
    func undecodable(_ text: String, _ sentence: String) throws {
        let error = #expect(throws: DecodingError.self) { try reading(Event<Measure>.self, text) }
        switch error {
        case .dataCorrupted(let context), .typeMismatch(_, let context): #expect(context.debugDescription == sentence)
        default: Issue.record("\(error as Any)")
        }
    }

    @Test("an event without the value of its kind is refused")
    func missing() {
        for text in [#"{"data":null}"#, #"{"failure":{"type":"Full"}}"#, #"{"failure":3}"#, "[]"] {
            #expect(throws: DecodingError.self, "\(text)") { try reading(Event<Fetch>.self, text) }
        }
    }
}
