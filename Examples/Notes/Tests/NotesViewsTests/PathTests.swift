import MillraceKit
import MillraceWeb
import NotesCore
import NotesTestSupport
import Testing

@testable import NotesViews

@MainActor @Suite("Addresses") struct PathTests {
    private let window = Window(
        WindowID(1), of: Store(Library.State(), Library(), on: Engine(isolation: MainActor.shared)).remote)
    private var list: NoteList { NoteList(in: window) }

    @Test("The path of a scene opens it again") func roundTrip() throws {
        func path<M: WebModule>(_ module: M, _ requirement: M.Requirement) -> String? {
            module.path(module.state(for: requirement))
        }
        let paths: [(path: String?, transition: NoteList.Transition)] = [
            (path(NoteEditor(in: window), NoteID(7)), .note(NoteID(7))), (path(UndoSheet(in: window), ()), .deleted),
            (path(Settings(in: window), ()), .settings), (path(About(in: window), ()), .about),
            (path(Following(in: window), ()), .following), (path(Reader(in: window), "f00"), .published("f00")),
            (path(PublishedList(in: window), "f00"), .publishedList("f00")),
        ]
        for scene in paths {
            var path = WebPath(try #require(scene.path))
            #expect(list.transition(to: &path) == scene.transition)
            #expect(path.isEmpty)
        }
    }

    @Test("The list has no path, and ignores unknown paths") func nowhere() {
        #expect(list.path(list.state(for: ())) == nil)
        for address in [
            "", "nowhere", "notes", "notes/seven", "published/f00/notes/7", "published/f00/published/f01",
            "published/all/f00/notes/7", "published/all/f00/f01",
        ] {
            var path = WebPath(address)
            #expect(list.transition(to: &path) == nil)
        }
    }

    @Test("A module that replaces the list returns to it for every other path") func back() {
        var path = WebPath("notes/7")
        #expect(About(in: window).transition(to: &path) == .list)
        #expect(Reader(in: window).transition(to: &path) == .list)
        #expect(Following(in: window).transition(to: &path) == .list)
        #expect(PublishedList(in: window).transition(to: &path) == .list)
        #expect(path == WebPath("notes/7"))
    }

    @Test("Returns “not found” for an unknown path") func notFound() async throws {
        #expect(try await TestServer.document("/nowhere", of: World()).status == 404)
        #expect(try await TestServer.document("/notes/1/settings", of: World("One")).status == 200)
    }

    @Test(
        "Views · a note and a publication that do not exist are “not found”",
        arguments: ["/notes/0", "/published/f00", "/published/all", "/published/all/0"])
    func missing(path: String) async throws {
        #expect(try await TestServer.document(path, of: World("One")).status == 404)
    }

    @Test(
        "Views · no address of a publication leads to the notes of the owner",
        arguments: [
            "f00/notes/1", "a%3Fb", "a%2Fb", "a%23b", "a%2541", "%2e%2e", "all/a%3Fb", "all/a%2Fb", "all%2Fa", "a?b",
            "%",
            "f00%2Fnotes%2F1",
        ])
    func otherNotes(rest: String) async throws {
        let (status, source) = try await TestServer.document("/published/\(rest)", of: World("My secret"))
        #expect(status == 404 && !source.contains("My secret"))
    }
}
