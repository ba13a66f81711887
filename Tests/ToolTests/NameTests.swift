import Foundation
import MillraceTool
import Testing

@Suite("Names and options") struct NameTests {
    @Test(
        "A name that cannot be a package is refused in one sentence",
        arguments: [
            "", " ", "a b", "..", "../x", "a/b", "/tmp/x", "class", "🙂", "é", "-a", "a-", "a--b", "1a", "a.b", "a\nb",
            "millrace", "Swift", String(repeating: "a", count: 61), "$(x)", "a\"b",
        ])
    func packages(_ name: String) throws {
        let error = #expect(throws: ToolError.self) { try Identifier.package(name) }
        #expect(error?.description.contains("\n") == false && error?.description.hasSuffix(".") == true)
    }

    @Test(
        "The words of a package's name make the names of its targets",
        arguments: [("todo-list", "TodoList"), ("shop", "Shop"), ("TodoList", "TodoList"), ("a1", "A1")])
    func prefixes(_ name: String, _ prefix: String) throws { #expect(try Identifier.package(name) == prefix) }

    @Test(
        "A name that cannot be a module is refused in one sentence",
        arguments: [
            "", "settings", "My Settings", "../Settings", "Any", "Self", "Default", "Store", "Émile", "🙂", "A-B",
            "Page",
        ])
    func modules(_ name: String) throws {
        let error = #expect(throws: ToolError.self) { try ModuleRequest(name) }
        #expect(error?.description.contains("\n") == false && error?.description.hasSuffix(".") == true)
    }

    @Test(
        "Wrong fields are refused",
        arguments: [
            "id", "id:", ": Int", "id: UUID", "id: Int,", "id: Int, id: Int", "class: Int", "Id: Int", "a: b: Int",
        ])
    func fields(_ text: String) throws {
        #expect(throws: ToolError.self) { try ModuleRequest("Settings", requires: text) }
    }

    @Test("Wrong cases are refused", arguments: ["", "Chose", "chose(", "chose(id)", "chose(id: Int", "for", "a b"])
    func cases(_ text: String) throws {
        #expect(throws: ToolError.self) { try ModuleRequest("Settings", inputs: [text]) }
        #expect(throws: ToolError.self) { try ModuleRequest("Settings", outputs: [text]) }
    }

    @Test("Doubled cases and modules, and a module that shows itself, are refused") func doubled() throws {
        #expect(throws: ToolError.self) { try ModuleRequest("Settings", inputs: ["a", "a(id: Int)"]) }
        #expect(throws: ToolError.self) { try ModuleRequest("Settings", shows: ["Detail", "Detail"]) }
        #expect(throws: ToolError.self) { try ModuleRequest("Settings", shows: ["Settings"]) }
    }

    @Test("An error is one line, whatever the name of a file contains") func line() {
        #expect(ToolError("The file a\nb\r\nc is missing.").description == "The file a b c is missing.")
        #expect(ToolError("The tests failed:", details: ["a", "b"]).description == "The tests failed:\na\nb")
    }
}
