import Foundation
import PackagePlugin

/// Runs the command-line tool for the package: `swift package --allow-writing-to-package-directory millrace …`.
@main struct MillracePlugin: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let process = Process()
        process.executableURL = try context.tool(named: "MillraceCommand").url
        process.arguments = arguments
        process.currentDirectoryURL = context.package.directoryURL
        // `swift package` holds the lock of the build folder until the plugin ends.
        process.environment = ProcessInfo.processInfo.environment.merging(["MILLRACE_PLUGIN": "1"]) { $1 }
        try process.run()
        process.waitUntilExit()
        if process.terminationStatus != 0 { exit(process.terminationStatus) }
    }
}
