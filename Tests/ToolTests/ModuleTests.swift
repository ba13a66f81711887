import Foundation
import MillraceTool
import Testing

@Suite("The command module") final class ModuleTests {
    private let parent = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    private let package: URL

    init() throws {
        let checkout = try #require(Checkout(containing: URL(fileURLWithPath: #filePath)))
        _ = try Template.web.create(
            "shop", in: parent, from: Template.folder(of: checkout), dependingOn: checkout)
        package = parent.appending(path: "shop", directoryHint: .isDirectory)
    }

    deinit { try? FileManager.default.removeItem(at: parent) }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: package.appending(path: path), encoding: .utf8)
    }

    private func contents() throws -> [String: Data] {
        let paths = try #require(FileManager.default.enumerator(atPath: package.path)).compactMap { $0 as? String }
        return Dictionary(
            uniqueKeysWithValues: paths.compactMap { path in
                (try? Data(contentsOf: package.appending(path: path))).map { (path, $0) }
            })
    }

    @Test("M14 · writes a module, its view and its test, and adds it to the list of pages") func files() throws {
        let before = try contents()
        let request = try ModuleRequest(
            "UserProfile", requires: "id: Int, name: String", inputs: ["reset"], outputs: ["chose(id: Int)"],
            shows: ["Detail"])
        let result = try PackageLayout(package).add(request)
        let created = [
            "Sources/ShopCore/UserProfile.swift", "Sources/ShopViews/UserProfileView.swift",
            "Tests/ShopCoreTests/UserProfileTests.swift",
        ]
        let list = "Sources/ShopCore/Page.swift"
        #expect(result == (created, list))
        let after = try contents()
        #expect(Set(after.keys) == Set(before.keys).union(created))
        for (path, data) in before where path != list { #expect(after[path] == data) }

        let module = try text(created[0])
        #expect(module.contains("package func state(for requirement: Requirement) -> State {"))
        #expect(module.contains("case .detail(let id): .show(Detail(list: list), with: id)"))
        #expect(module.contains("package init(list: RemoteStore<TodoList>) { self.list = list }"))
        #expect(try text(created[1]).contains("button(\"Chose\", send: .output(.chose(id: state.id)))"))
        #expect(try text(created[2]).contains("== [.show(Detail(list: .sample), with: 1)])"))
        let pages = try text(list)
        #expect(pages.contains("    case userProfile(id: Int, name: String)\n    // millrace: cases"))
        #expect(pages.contains("\"user-profile/\\(id)/\\(name.urlPart)\""))
        #expect(pages.contains(".show(UserProfile(list: list), with: UserProfile.Requirement(id: id, name: name))"))
    }

    @Test("M14 · a module can show one that was added before") func second() throws {
        let layout = try PackageLayout(package)
        _ = try layout.add(ModuleRequest("Profile", requires: "id: Int, name: String"))
        _ = try layout.add(ModuleRequest("Settings", shows: ["Profile", "Detail"]))
        let module = try text("Sources/ShopCore/Settings.swift")
        #expect(module.contains("case profile(id: Int, name: String)"))
        #expect(module.contains(".show(Profile(), with: Profile.Requirement(id: id, name: name))"))
        #expect(try text("Sources/ShopCore/Page.swift").contains(".settings,\n        // millrace: menu"))
    }

    @Test(
        "M14 · replaces nothing, and changes nothing if it fails",
        arguments: ["Sources/ShopCore", "Sources/ShopViews", "Tests/ShopCoreTests"])
    func existing(_ folder: String) throws {
        let name = folder.hasSuffix("Views") ? "NewsView" : folder.hasSuffix("Tests") ? "NewsTests" : "News"
        try Data("mine".utf8).write(to: package.appending(path: "\(folder)/\(name).swift"))
        let before = try contents()
        #expect(throws: ToolError("The file \(folder)/\(name).swift exists already.")) {
            try PackageLayout(package).add(ModuleRequest("News"))
        }
        #expect(try contents() == before)
    }

    @Test("M14 · a folder that cannot be written is reported, and nothing remains") func unwritable() throws {
        let views = package.appending(path: "Sources/ShopViews")
        try FileManager.default.removeItem(at: views)
        try Data().write(to: views)
        let before = try contents()
        let error = #expect(throws: ToolError.self) { try PackageLayout(package).add(ModuleRequest("News")) }
        #expect(error?.description.hasSuffix("/NewsView.swift cannot be written: File exists.") == true)
        #expect(try contents() == before)
    }

    @Test("A package without pages is refused in one sentence", arguments: [Template.worker, .library, .durable])
    func noPages(_ template: Template) throws {
        let checkout = try #require(Checkout(containing: URL(fileURLWithPath: #filePath)))
        _ = try template.create("other", in: parent, from: Template.folder(of: checkout), dependingOn: checkout)
        let error = #expect(throws: ToolError.self) { try PackageLayout(self.parent.appending(path: "other")) }
        #expect(error?.description.contains("has no list of pages") == true)
    }

    @Test("A folder that is no package is refused in one sentence") func noPackage() {
        let folder = parent.appending(path: "a b 🙂")
        #expect(throws: ToolError("The folder \(folder.path) is not a package: it has no file Package.swift.")) {
            try PackageLayout(folder)
        }
    }

    @Test("A list of pages without a marked line is reported, and nothing is written") func unmarked() throws {
        let list = package.appending(path: "Sources/ShopCore/Page.swift")
        try Data(text("Sources/ShopCore/Page.swift").replacing("// millrace: names", with: "").utf8).write(to: list)
        let before = try contents()
        #expect(throws: ToolError.self) { try PackageLayout(package).add(ModuleRequest("News")) }
        #expect(try contents() == before)
    }

    @Test("A module that does not exist is reported with those that do") func unknown() throws {
        #expect(throws: ToolError("The package has no module “Nothing”: its modules are Detail, Home.")) {
            try PackageLayout(package).add(ModuleRequest("News", shows: ["Nothing"]))
        }
    }
}
