#if Testing || App
    import Foundation
    import MillraceTesting
    import Testing

    /// Asserts that a feature without its bug has no violation, and that the search finds the bug.
    ///
    /// With the bug, exactly `property` is violated, and its shortest counterexample has these steps. The printed test
    /// must be in `file`, where it is compiled and run.
    func expectFound<R>(
        _ property: String, by steps: [String], fixed: Explorer<R>, planted: Explorer<R>, in file: String = #filePath,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let good = fixed.explore()
        #expect(good.isComplete && good.undeclared.isEmpty, sourceLocation: sourceLocation)
        #expect(good.violations.map(\.description) == [], sourceLocation: sourceLocation)
        let found = planted.explore().violations
        #expect(found.map(\.property) == [property], sourceLocation: sourceLocation)
        let example = try #require(found.first, sourceLocation: sourceLocation)
        #expect(example.steps == steps, sourceLocation: sourceLocation)
        let isPrinted = try isWritten(example.source, in: file)
        #expect(isPrinted, "This test is missing in \(file):\n\(example.source)", sourceLocation: sourceLocation)
    }

    /// Whether the lines of `text` are consecutive lines of the file, with a deeper indentation.
    func isWritten(_ text: String, in file: String) throws -> Bool {
        let source = try String(contentsOfFile: file, encoding: .utf8).components(separatedBy: "\n")
        let lines = text.components(separatedBy: "\n")
        return source.indices.contains { start in
            let indentation = source[start].prefix { $0 == " " }
            return source[start...].starts(with: lines.map { $0.isEmpty ? $0 : indentation + $0 })
        }
    }

    /// Wraps a suite of printed tests: each must fail with this text.
    struct Failing: SuiteTrait, TestTrait, TestScoping {
        let text: String
        let file: StaticString

        var isRecursive: Bool { true }

        @concurrent func provideScope(
            for test: Test, testCase: Test.Case?, performing body: @Sendable @concurrent () async throws -> Void
        ) async throws {
            let found = try await issues(in: file) { try await body() }
            #expect(found.map(\.text) == [text])
            #expect(found.allSatisfy { $0.line > 0 && !$0.isWarning })
        }
    }

    extension SuiteTrait where Self == Failing {
        static func failing(_ text: String, in file: StaticString = #fileID) -> Failing {
            Failing(text: text, file: file)
        }
    }
#endif
