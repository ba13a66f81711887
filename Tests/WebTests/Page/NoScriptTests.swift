import MillraceExtras
import MillraceModules
import Testing

@testable import Millrace
@testable import MillraceWeb
@testable import WebTestSupport

/// M15: without JavaScript, a page consists of links and forms.
@MainActor @Suite struct NoScriptTests {
    let fixture: PageFixture

    init() { fixture = PageFixture() }

    private func reference(_ label: String) throws -> String {
        try fixture.connectBrowser("reader").reference(of: label)
    }

    @Test("M15 · a form presses a button, and the document shows the result") func press() throws {
        let like = try reference("Like 0")
        let number = fixture.page.content().sequence
        let content = fixture.page.submit([("r", like)], number: number)
        #expect(content.html.contains("Like 1"))
        #expect(content.message == nil)
    }

    @Test("M15 · a form that is sent again by a reload is handled once") func again() throws {
        let (like, number) = (try reference("Like 0"), fixture.page.content().sequence)
        _ = fixture.page.submit([("r", like)], number: number)
        let content = fixture.page.submit([("r", like)], number: number)
        #expect(content.message == "This form was already submitted.")
        #expect(try fixture.store(of: Shop.self).likes == [1: 1])
        _ = fixture.page.submit([("r", like)], number: content.sequence)
        #expect(try fixture.store(of: Shop.self).likes == [1: 2])
    }

    @Test("M15 · live fields are sent with any press") func fields() throws {
        let (search, gift, add) = (try reference("Search"), try reference("A gift"), try reference("Add"))
        var content = fixture.page.content()
        content = fixture.page.submit(
            [("f\(search)", "book"), ("f\(gift)", "on"), ("r", add)], number: content.sequence)
        #expect(try fixture.store(of: Shop.self).query == "book")
        #expect(try fixture.store(of: Shop.self).isGift)
        #expect(try fixture.store(of: Shop.self).items.count == 4)
        _ = fixture.page.submit([("f\(search)", "book"), ("r", "")], number: content.sequence)
        #expect(try fixture.store(of: Shop.self).isGift == false)
    }

    @Test("M15 · an application's form is decoded and does not change live checkboxes") func form() throws {
        let (gift, form) = (try reference("A gift"), try reference("post"))
        var content = fixture.page.content()
        content = fixture.page.submit([("f\(gift)", "on"), ("r", "")], number: content.sequence)
        content = fixture.page.submit([("r", form), ("name", "Ann"), ("count", "0x")], number: content.sequence)
        #expect(content.message == "“0x” is not valid for “count”. Expected a whole number.")
        content = fixture.page.submit([("r", form), ("name", "Ann"), ("count", "3")], number: content.sequence)
        #expect(content.message == nil)
        #expect(try fixture.store(of: Shop.self).order == Shop.Order(name: "Ann", count: 3, isGift: false))
        #expect(try fixture.store(of: Shop.self).isGift)
    }

    @Test("M15 · a press on an unknown control is reported") func gone() throws {
        let content = fixture.page.submit([("r", "999")], number: fixture.page.content().sequence)
        #expect(content.message == "This control is no longer available.")
    }
}

/// M15: a document also contains what a form causes shortly afterwards.
@MainActor @Suite struct NoScriptQuestionTests {
    @Test("M15 · a question from middleware is in the document that responds to the form") func asked() async throws {
        let engine = Engine()
        engine.middleware = [
            .async(where: { "\($0.payload)" == "add" }) { message in
                await message.navigator?.ask(About()) == nil ? nil : message
            }
        ]
        let session = try await MainActorSession("s", isShared: false) {
            Navigator(root: Shop(), stacked: true, on: engine)
        }
        let content = await session.open("/", wait: .counting())
        let add = try #require(content.html.firstMatch(of: /value="(\d+)">Add</)).1
        let answer = await session.submit([("r", String(add))], number: content.sequence, wait: .counting())
        #expect(answer.html.contains("To the shop"))
        session.end()
    }
}
