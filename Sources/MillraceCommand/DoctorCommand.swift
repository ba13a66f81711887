#if (Tool || App) && (os(Linux) || os(macOS))
    import ArgumentParser
    import MillraceTool

    /// Checks the programs of this machine.
    struct DoctorCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "doctor", abstract: "Checks the Swift version and other programs, and says how to get them.")

        func run() throws {
            try perform { console throws(ToolError) in
                let doctor = Doctor(console)
                let findings = try doctor.findings()
                for finding in findings {
                    let mark = finding.isPresent ? console.colored("✓", .green) : console.colored("✗", .red)
                    console.print("\(mark) \(finding.name): \(finding.text)\(finding.isRequired ? "" : " (optional)")")
                }
                if let command = doctor.installation(of: findings) {
                    console.print("Get the missing programs with: \(command)")
                }
                let missing = findings.filter { $0.isRequired && !$0.isPresent }.map(\.name)
                guard missing.isEmpty else {
                    throw ToolError("These required programs are missing: \(missing.joined(separator: ", ")).")
                }
            }
        }
    }
#endif
