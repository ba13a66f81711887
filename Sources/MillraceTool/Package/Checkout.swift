package import Foundation

/// A checkout of Millrace, on which a new package depends by its path.
package struct Checkout {
    package let folder: URL

    /// Finds the checkout at `path`.
    package init(at path: String) throws(ToolError) {
        let folder = URL(fileURLWithPath: path, isDirectory: true).standardizedFileURL
        guard Self.isCheckout(folder) else {
            throw ToolError("\(Identifier.quoted(path)) is not a checkout of Millrace.")
        }
        self.folder = folder
    }

    /// Finds the checkout that contains `file`, such as the program of this process.
    package init?(containing file: URL) {
        var folder = file.deletingLastPathComponent()
        while folder.path != "/" {
            if Self.isCheckout(folder) {
                self.folder = folder
                return
            }
            folder = folder.deletingLastPathComponent()
        }
        return nil
    }

    private static func isCheckout(_ folder: URL) -> Bool {
        let manifest = try? String(contentsOf: folder.appending(path: "Package.swift"), encoding: .utf8)
        return manifest?.contains("name: \"Millrace\",") == true
            && FileSystem.isFolder(folder.appending(path: "Sources/Millrace"))
    }
}
