import MillraceModules
import Millrace
import Testing

@testable import MillraceWeb
@testable import WebTestSupport

/// Symptom: a URL of a public page showed another page, if the public page wrote its own URL differently than it was requested.
/// Cause: after a transition had taken the whole path, the page's scenes were asked for further transitions, because the page did not
/// have the requested URL. The public page returned the way back to the list.
/// Correct behavior: a path that is taken leads to the scene that was presented for it.
@MainActor @Suite struct ConsumedPathTests {
    struct List: WebModule {
        enum Transition { case shared(String) }
        func state(for _: Void) {}
        func reduce(_ state: inout Void, _ action: Never) -> Flow<Self> {}
        func route(_ transition: Transition) -> Route<Self> {
            switch transition {
            case .shared(let token): .replace(Shared(), with: token)
            }
        }
        func view(_ state: Void) -> HTML<Never> { p { "Secret" } }
        func transition(to path: inout WebPath) -> Transition? {
            path.take("shared") ? path.take(String.self).map { .shared($0) } : nil
        }
    }

    struct Shared: WebModule {
        enum Transition { case list }
        func state(for token: String) -> String { token }
        func reduce(_ token: inout String, _ action: Never) -> Flow<Self> {}
        func route(_ transition: Transition) -> Route<Self> { .replace(List(), with: (), stacked: true) }
        func view(_ token: String) -> HTML<Never> { p { "Shared \(token)" } }
        // Not encoded: "a?b" becomes a path and a query.
        func path(_ token: String) -> String? { "shared/\(token)" }
        func transition(to path: inout WebPath) -> Transition? { .list }
    }

    @Test(
        "a path that is taken shows the scene that was presented for it", arguments: ["a?b", "a/b", "a#b", "a%41", "a"])
    func taken(token: String) throws {
        let fixture = PageFixture(root: List())
        let encoded = token.map { "?/#%".contains($0) ? "%" + String($0.asciiValue ?? 0, radix: 16) : "\($0)" }.joined()
        let content = fixture.page.open("/shared/\(encoded)")
        #expect(content.isFound && content.html.contains("Shared \(token)") && !content.html.contains("Secret"))
        #expect(fixture.page.open("/").html.contains("Secret"), "a scene still leads back to another URL")
    }
}
