import FaultSwitch
import Foundation
import MillraceInspector
import MillraceJournal
import MillraceKit

/// Records what a person does in an example that has a fault, or shows the recording.
///
///     MILLRACE_FAULT=12 faults record FOLDER
///     faults inspect FOLDER
@main struct FaultsProgram {
    @MainActor static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else { throw UsageError() }
        let folder = URL(fileURLWithPath: arguments[2])
        if arguments[1] == "inspect" {
            let server = InspectorServer(try await Inspector(recording: folder))
            async let running: Void = server.runUntilSignal()
            FileHandle.standardOutput.write(Data("\(try await server.link)\n".utf8))
            return try await running
        }
        let number = FaultSwitch.current
        if let session = LunchSession.all[number] {
            try await LunchSession.run(folder, session)
        } else if let session = NotesSession.all[number] {
            try await NotesSession.run(folder, session)
        } else {
            throw UsageError()
        }
    }
}

/// Wrong arguments.
private struct UsageError: Error, CustomStringConvertible {
    var description: String { "MILLRACE_FAULT=NUMBER faults record FOLDER | faults inspect FOLDER" }
}
