package import Foundation

/// A template of a package: a folder that is a package itself.
///
/// Three words in its paths and texts are replaced: `AppName` and `appname` by the name, and the path to Millrace.
package enum Template: String, CaseIterable, Sendable {
    case web, worker, library
    /// A worker whose state, delays and commands in flight survive the end of the process.
    case durable

    /// Returns the template that the options of `millrace new` select.
    ///
    /// - Parameters:
    ///   - name: The value of `--template`, or `nil`.
    ///   - isDurable: Whether `--durable` is given.
    /// - Throws: ``ToolError`` if the template has no durable variant.
    package static func selected(_ name: Template?, isDurable: Bool) throws(ToolError) -> Template {
        guard isDurable else { return name ?? .web }
        guard name == nil || name == .worker else {
            throw ToolError("--durable is only for the template worker: omit --template, or use --template worker.")
        }
        return .durable
    }

    /// The values of `--template`.
    package static let choices: [Template] = [.web, .worker, .library]

    /// The commands of the new package that its user tries first.
    package var firstCommands: String {
        switch self {
        case .web: "make test run"
        case .worker, .durable: "make test && ls README.md | make run"
        case .library: "make test"
        }
    }

    /// The path to Millrace in the manifests of the templates.
    private static let pathToMillrace = "\"../../../..\""

    /// The folder of all templates: that of the checkout, otherwise the copy beside the program.
    package static func folder(of checkout: Checkout?) -> URL {
        let source = checkout?.folder.appending(path: "Sources/MillraceTool/Templates", directoryHint: .isDirectory)
        if let source, FileSystem.isFolder(source) { return source }
        return Bundle.module.bundleURL.appending(path: "Templates", directoryHint: .isDirectory)
    }

    /// Creates a package in a new folder.
    ///
    /// - Parameters:
    ///   - name: The name of the package, which is also that of its folder.
    ///   - parent: The folder that will contain the package.
    ///   - templates: The folder of all templates.
    ///   - checkout: The checkout of Millrace on which the package depends.
    /// - Returns: The paths of its files.
    /// - Throws: ``ToolError``. Then nothing was created.
    package func create(
        _ name: String, in parent: URL, from templates: URL, dependingOn checkout: Checkout
    ) throws(ToolError) -> [String] {
        let prefix = try Identifier.package(name)
        // The package manager identifies a package by its folder.
        guard name.lowercased() != checkout.folder.lastPathComponent.lowercased() else {
            throw ToolError(
                "\(Identifier.quoted(name)) cannot name a package, because the folder of Millrace has this name.")
        }
        let folder = parent.appending(path: name, directoryHint: .isDirectory)
        guard !FileSystem.exists(folder) else { throw ToolError("The folder \(folder.path) exists already.") }
        let source = templates.appending(path: rawValue, directoryHint: .isDirectory)
        var written: [String] = []
        do {
            for path in try FileSystem.files(in: source) where !Self.isProduct(path) {
                let text = try FileSystem.text(of: source.appending(path: path))
                let replace = { (text: String) in
                    text.replacing("AppName", with: prefix).replacing("appname", with: name.lowercased())
                        .replacing(Self.pathToMillrace, with: Self.literal(checkout.folder.path))
                }
                let isExecutable = FileManager.default.isExecutableFile(atPath: source.appending(path: path).path)
                let target = replace(path)
                try FileSystem.create(
                    folder.appending(path: target), Data(replace(text).utf8), isExecutable: isExecutable)
                written.append(target)
            }
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
        return written
    }

    /// Whether a file was built in a template's folder, and does not belong to the template.
    private static func isProduct(_ path: String) -> Bool {
        path.hasPrefix(".build/") || path.hasPrefix(".swiftpm/") || path.hasPrefix("data/")
            || path == "Package.resolved"
    }

    /// The text as a literal of Swift.
    private static func literal(_ text: String) -> String { "\"\(text.unicodeScalars.map(escaped).joined())\"" }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"", "\\": "\\\(scalar)"
        case _ where scalar.value < 32: "\\u{\(String(scalar.value, radix: 16))}"
        default: "\(scalar)"
        }
    }
}
