#if Testing
    import Foundation
    import MillraceTesting
    import Testing

    /// Demands that a feature keeps all its properties where nothing is planted, and that the search finds what is planted
    /// where it is: one property does not hold, the shortest way to that has these steps, and the test that is printed for
    /// it stands in `file`, where it is compiled and run.
    func expectFound<R>(
        _ property: String, by steps: [String], mended: Explorer<R>, planted: Explorer<R>, in file: String = #filePath,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let good = mended.explore()
        #expect(good.isComplete && good.undeclared.isEmpty, sourceLocation: sourceLocation)
        #expect(good.violations.map(\.description) == [], sourceLocation: sourceLocation)
        let found = planted.explore().violations
        #expect(found.map(\.property) == [property], sourceLocation: sourceLocation)
        let example = try #require(found.first, sourceLocation: sourceLocation)
        #expect(example.steps == steps, sourceLocation: sourceLocation)
        let isHere = try stands(example.source, in: file)
        #expect(isHere, "This stands nowhere in \(file):\n\(example.source)", sourceLocation: sourceLocation)
    }

    /// Whether the lines of `text` are a run of lines of the file, with the same indentation more.
    func stands(_ text: String, in file: String) throws -> Bool {
        let source = try String(contentsOfFile: file, encoding: .utf8).components(separatedBy: "\n")
        let lines = text.components(separatedBy: "\n")
        return source.indices.contains { start in
            let indentation = source[start].prefix { $0 == " " }
            return source[start...].starts(with: lines.map { $0.isEmpty ? $0 : indentation + $0 })
        }
    }

    /// The tests of a suite are those that a search has printed: each fails, and what fails is this text.
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
