#if Hummingbird || App
    import Foundation
    import Millrace
    import MillraceJournal
    import TestSupport
    import Testing

    @testable import MillraceInspector

    /// The sources that the inspector writes. ExportedTests.swift contains them, so they compile and pass.
    @MainActor @Suite("Exports of an inspector") struct ExportTests {
        /// Texts that could end a literal, or look like the end of a line.
        private static let texts = [
            "line\nbreak", "\"quoted\"", "back\\slash", "\"\"\"three\"\"\"", "\\(interpolation)", "\u{2028}separator",
            "👨‍👩‍👧",
            "\"#marks\\#(1)", "é and e\u{301}",
        ]

        /// Records a program, and calls `body` with a reader of the recording.
        private func withRecording(_ body: (InspectorReader) async throws -> Void) async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: folder) }
            let scheduler = ManualScheduler()
            let engine = Engine(scheduler: scheduler)
            engine.handle(Charge.self) { (command: Charge, reply: Reply<Charge>) in
                if command.amount > 100 {
                    reply.fail(Charge.Failure(reason: "limit"))
                } else {
                    reply.finish(with: "paid")
                }
            }
            let store = Store(Till.State(), Till(), on: engine)
            let recorder = try Recorder(engine, folder: folder)
            for (index, text) in Self.texts.enumerated() {
                store.send(.add(.init(id: index, name: text, price: 10)))
                scheduler.advance(by: .milliseconds(5))
            }
            store.send(.pay)
            scheduler.advance(by: .seconds(1))
            store.send(.add(.init(id: 20, name: "cake", price: 90)))
            store.send(.pay)
            store.send(.remove(20))
            await recorder.end()
            let reader = RingReader(folder)
            try await reader.refresh()
            try await body(InspectorReader(reader: reader))
        }

        private func source(_ first: UInt64, _ last: UInt64, path: String = "", value: String = "") async throws
            -> String
        {
            var source = ""
            try await withRecording { reader in
                var place = ExportPlace(run: "", first: first, last: last, store: nil)
                (place.path, place.expected) = (path, value)
                source = await reader.write(WriteExport(place: place, format: .test)).text
            }
            return source
        }

        @Test(
            "gatling/gatling#2851: an exported test is the source that is compiled here, with all texts scalar by scalar"
        )
        func exported() async throws {
            let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
                path: "ExportedTests.swift")
            let text = try String(contentsOf: file, encoding: .utf8)
            for part in [try await source(1, 100), try await source(10, 100, path: "problem", value: "limit")] {
                // The imports are at the beginning of the file.
                let test = try #require(part.components(separatedBy: "import Testing\n\n").last)
                #expect(text.contains(test), "ExportedTests.swift must contain:\n\(test)")
            }
        }

        @Test("Inspector · an export with an expected value has a line that checks it after the last turn")
        func expected()
            async throws
        {
            let source = try await source(10, 100, path: "total", value: "90")
            #expect(source.contains(##"#expect(recorded(store, at: ["total"]) == #"90"#)"##))
            #expect(source.components(separatedBy: "#expect").count == 2)
        }

        @Test("Inspector · a range becomes a sequence diagram") func diagram() async throws {
            try await withRecording { reader in
                let place = ExportPlace(run: "", first: 10, last: 12, store: nil)
                let text = await reader.write(WriteExport(place: place, format: .diagram)).text
                #expect(
                    text == """
                        sequenceDiagram
                            participant Outside
                            participant S2 as Till #35;2
                            participant Handlers
                            Outside->>S2: 10 Till.pay
                            S2->>Handlers: 11 Charge
                            Handlers-->>S2: 12 Charge.data

                        """)
            }
        }

        @Test("Inspector · a value that is not recorded cannot begin a test, and the export says so") func hidden()
            async throws
        {
            let reader = InspectorReader(
                reader: RingReader(FileManager.default.temporaryDirectory.appending(path: "none")))
            let export = await reader.write(
                WriteExport(place: ExportPlace(run: "", first: 1, last: 2, store: nil), format: .test))
            #expect(export.text == "")
        }
    }
#endif
