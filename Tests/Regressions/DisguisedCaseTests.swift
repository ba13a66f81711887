import Millrace
import Testing

// Story: values that are not Equatable and have no parts were told apart by what they print, so two cases of an enum
// with a description of its own that says the same of both were the same, and flows that asked for different things
// were equal. The cases are told apart by their names now (`haveSameName`); with what they print, this test fails.
@MainActor struct DisguisedCaseTests {
    enum Sort: CustomStringConvertible, Sendable {
        case byTitle, byAuthor
        case byRule(@Sendable (String, String) -> Bool)
        var description: String { "a sort" }
    }
    struct List: Command { typealias Output = Sort; let sort: Sort }

    @Test("cases that describe themselves alike are told apart")
    func toldApart() {
        #expect(Event<List>.data(.byTitle) != .data(.byAuthor))
        #expect(Event<List>.data(.byTitle) == .data(.byTitle))
        #expect(Flow<Doer>.execute(List(sort: .byTitle)) != .execute(List(sort: .byAuthor)))
        #expect(Flow<Doer>.execute(List(sort: .byTitle)) == .execute(List(sort: .byTitle)))
    }
}
