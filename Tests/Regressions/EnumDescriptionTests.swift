import Millrace
import Testing

// Symptom: flows with different requests were equal.
// Cause: values that are not Equatable and have no parts were compared by their descriptions. So two cases of an enum were
// equal if its own description printed the same for both.
// Correct behavior: cases are compared by their names (`haveSameName`). If they are compared by their descriptions, this test
// fails.
@MainActor struct EnumDescriptionTests {
    enum Sort: CustomStringConvertible, Sendable {
        case byTitle, byAuthor
        case byRule(@Sendable (String, String) -> Bool)
        var description: String { "a sort" }
    }
    struct List: Command { typealias Output = Sort; let sort: Sort }

    @Test("cases with the same description are different")
    func differ() {
        #expect(Event<List>.data(.byTitle) != .data(.byAuthor))
        #expect(Event<List>.data(.byTitle) == .data(.byTitle))
        #expect(Flow<LoggingReducer>.execute(List(sort: .byTitle)) != .execute(List(sort: .byAuthor)))
        #expect(Flow<LoggingReducer>.execute(List(sort: .byTitle)) == .execute(List(sort: .byTitle)))
    }
}
