import Foundation
import MillraceTool
import Testing

@Suite("Templates") final class TemplateTests {
    private let parent = FileManager.default.temporaryDirectory.appending(path: "a \"b\" 🙂 \(UUID())")

    deinit { try? FileManager.default.removeItem(at: parent) }

    private func checkout() throws -> Checkout {
        try #require(Checkout(containing: URL(fileURLWithPath: #filePath)))
    }

    @Test("The copies of the templates beside the program have all files") func copies() throws {
        for template in Template.allCases {
            let checkout = try checkout()
            let first = try template.create(
                "one", in: parent.appending(path: "1"), from: Template.folder(of: checkout), dependingOn: checkout)
            let second = try template.create(
                "one", in: parent.appending(path: "2"), from: Template.folder(of: nil), dependingOn: checkout)
            #expect(first == second && first.contains(".ci/run") && first.contains(".gitignore"))
            try FileManager.default.removeItem(at: parent)
        }
    }

    @Test("No placeholder remains, and the script is executable", arguments: Template.allCases)
    func placeholders(_ template: Template) throws {
        let checkout = try checkout()
        let files = try template.create(
            "todo-list", in: parent, from: Template.folder(of: checkout), dependingOn: checkout)
        let folder = parent.appending(path: "todo-list")
        for file in files {
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            #expect(!"\(file)\(text)".lowercased().contains("appname") && !text.contains("../../../.."))
        }
        #expect(FileManager.default.isExecutableFile(atPath: folder.appending(path: ".ci/run").path))
        let manifest = try String(contentsOf: folder.appending(path: "Package.swift"), encoding: .utf8)
        #expect(manifest.contains("path: \"\(checkout.folder.path)\""))
    }

    @Test("--durable selects the durable worker, and is refused for another template") func durable() throws {
        #expect(try Template.selected(nil, isDurable: false) == .web)
        #expect(try Template.selected(.library, isDurable: false) == .library)
        #expect(try Template.selected(nil, isDurable: true) == .durable)
        #expect(try Template.selected(.worker, isDurable: true) == .durable)
        let sentence = "--durable is only for the template worker: omit --template, or use --template worker."
        for other in [Template.web, .library] {
            #expect(throws: ToolError(sentence)) { try Template.selected(other, isDurable: true) }
        }
    }

    @Test("A folder, file or link that exists is not replaced") func existing() throws {
        let checkout = try checkout()
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: parent.appending(path: "shop").path, withDestinationPath: "/nowhere")
        #expect(throws: ToolError("The folder \(parent.appending(path: "shop/").path) exists already.")) {
            try Template.web.create(
                "shop", in: self.parent, from: Template.folder(of: checkout), dependingOn: checkout)
        }
    }

    @Test("A folder that cannot be written is reported in one sentence") func unwritable() throws {
        let checkout = try checkout()
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        let file = parent.appending(path: "file")
        try Data().write(to: file)
        let error = #expect(throws: ToolError.self) {
            try Template.library.create(
                "shop", in: file, from: Template.folder(of: checkout), dependingOn: checkout)
        }
        #expect(error?.description.hasSuffix("/.ci/run cannot be written: Not a directory.") == true)
    }

    @Test("A path of a graph is checked before the tests run, and nothing remains") func newFile() throws {
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        let file = parent.appending(path: "file")
        try FileSystem.checkNew(file)
        try FileSystem.checkNew(parent.appending(path: "new/folder/file"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: parent.path).isEmpty)
        try Data().write(to: file)
        #expect(throws: ToolError("The file \(file.path) exists already.")) { try FileSystem.checkNew(file) }
        for path in ["file/graph.svg", "file/folder/graph.svg"] {
            let new = parent.appending(path: path)
            #expect(throws: ToolError("The file \(new.path) cannot be written: Not a directory.")) {
                try FileSystem.checkNew(new)
            }
        }
    }

    @Test("The path of a checkout can contain quotes, backslashes and line breaks") func hostilePath() throws {
        let folder = parent.appending(path: "c\\d\"\ne")
        try FileSystem.create(folder.appending(path: "Package.swift"), Data("name: \"Millrace\",".utf8))
        try FileSystem.create(folder.appending(path: "Sources/Millrace/A.swift"), Data())
        _ = try Template.library.create(
            "shop", in: parent, from: Template.folder(of: try checkout()), dependingOn: Checkout(at: folder.path))
        let manifest = try String(contentsOf: parent.appending(path: "shop/Package.swift"), encoding: .utf8)
        #expect(manifest.contains("/c\\\\d\\\"\\u{a}e\""))
    }

    @Test("The name of the folder of Millrace is refused") func ownName() throws {
        let checkout = try checkout()
        // The folder of a checkout can have a name that no package can have. Then that is the reason.
        let error = #expect(throws: ToolError.self) {
            try Template.library.create(
                checkout.folder.lastPathComponent.uppercased(), in: self.parent, from: Template.folder(of: checkout),
                dependingOn: checkout)
        }
        #expect(error?.description.contains(" cannot name a package") == true)
        #expect(!FileManager.default.fileExists(atPath: parent.path))
    }

    @Test("A folder that is no checkout is refused") func noCheckout() {
        #expect(throws: ToolError("“/tmp” is not a checkout of Millrace.")) { try Checkout(at: "/tmp") }
    }
}
