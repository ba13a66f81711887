package import Foundation

/// The folders of a package that `millrace new` has created with the template `web`.
package struct PackageLayout {
    let folder: URL
    /// The beginning of the names of the targets.
    let prefix: String

    /// Finds the targets of the package in a folder.
    package init(_ folder: URL) throws(ToolError) {
        guard FileSystem.exists(folder.appending(path: "Package.swift")) else {
            throw ToolError("The folder \(folder.path) is not a package: it has no file Package.swift.")
        }
        let targets =
            (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "Sources").path)) ?? []
        let cores = targets.filter {
            $0.hasSuffix("Core") && FileSystem.exists(folder.appending(path: "Sources/\($0)/Page.swift"))
        }
        guard cores.count == 1 else {
            throw ToolError(
                "The package in \(folder.path) has no list of pages: create it with the template web, or add a file "
                    + "Sources/…Core/Page.swift with the marked lines of that template.")
        }
        (self.folder, prefix) = (folder, String(cores[0].dropLast(4)))
    }

    var pages: String { "Sources/\(prefix)Core/Page.swift" }
    var core: String { "Sources/\(prefix)Core" }
    var views: String { "Sources/\(prefix)Views" }
    var tests: String { "Tests/\(prefix)CoreTests" }

    /// Adds a module, its view and its test, and adds it to the list of pages.
    ///
    /// - Returns: The paths of the new files, and of the changed list of pages.
    /// - Throws: ``ToolError``. Then nothing was changed.
    package func add(_ request: ModuleRequest) throws(ToolError) -> (created: [String], changed: String) {
        let coreFolder = folder.appending(path: core, directoryHint: .isDirectory)
        var shown: [ShownModule] = []
        for name in request.shown { shown.append(try ShownModule(name, in: coreFolder)) }
        let source = ModuleSource(request: request, shown: shown, prefix: prefix)
        let files = [
            ("\(core)/\(request.name).swift", source.module), ("\(views)/\(request.name)View.swift", source.view),
            ("\(tests)/\(request.name)Tests.swift", source.test),
        ]
        for (path, _) in files where FileSystem.exists(folder.appending(path: path)) {
            throw ToolError("The file \(path) exists already.")
        }
        let list = folder.appending(path: pages)
        var pageList = PageList(try FileSystem.text(of: list))
        try pageList.add(request, source.parameters)

        var created: [URL] = []
        do {
            for (path, text) in files {
                try FileSystem.create(folder.appending(path: path), Data(text.utf8))
                created.append(folder.appending(path: path))
            }
            try FileSystem.replace(list, with: pageList.text)
        } catch {
            for file in created { try? FileManager.default.removeItem(at: file) }
            throw error
        }
        return (files.map(\.0), pages)
    }
}
