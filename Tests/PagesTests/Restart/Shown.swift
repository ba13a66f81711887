#if Hummingbird && SQLite || App
    import Foundation
    import Testing

    @testable import WebTestSupport

    /// The state that a page of the program shows.
    struct Shown: Decodable, Equatable {
        struct Entry: Decodable, Equatable {
            let text: String
            let stars: Int
            let note, comment: String
        }

        let text: String
        let entries: [Entry]
        let removed, answers, files, drafts, greetings: [String]
        let agreements: Int

        /// Compares the state with what a user has done. What was reported as not sent may be missing.
        @MainActor func check(_ driver: PageDriver, _ what: String) {
            var texts: [String: [String]] = [:]
            for (kind, value) in driver.done { texts[kind, default: []].append(value.text ?? value[0].text ?? "") }
            func compare(_ kind: String, _ found: [String], reportedAs label: (String) -> String) {
                let done = texts[kind] ?? []
                #expect(Set(found).isSubset(of: done), "\(kind): \(found) of \(done), \(what)")
                for text in Set(done) {
                    let count = found.count { $0 == text }
                    let expected = done.count { $0 == text }
                    let isReported = driver.unsent.contains(label(text))
                    #expect(
                        isReported ? count <= expected : count == expected,
                        "\(kind) \(text): \(count) of \(expected), not sent: \(driver.unsent), \(what)")
                }
            }
            compare("add", entries.map(\.text) + removed) { _ in "Add" }
            compare("look", answers.map { String($0.dropFirst("answer to ".count)) }) { _ in "Look" }
            compare("greet", greetings) { _ in "Greet" }
            compare("submit", drafts) { _ in "Submit" }
            compare("upload", files.map { $0.components(separatedBy: " ")[0] }) { _ in "File" }
            // An entry that was removed has lost its stars.
            let stars = entries.flatMap { Array(repeating: $0.text, count: $0.stars) }
            texts["star"]?.removeAll { removed.contains($0) }
            compare("star", stars) { "Star " + $0 }
            let gone = Set(texts["remove"] ?? [])
            #expect(gone.isSuperset(of: removed), "\(removed) of \(gone), \(what)")
            for text in gone where !driver.unsent.contains("Remove " + text) {
                #expect(removed.contains(text), "\(text) is not removed, \(what)")
            }
            checkTexts(driver, what)
            checkFiles(driver, what)
            let agreed = driver.done.count { $0.kind == "agree" && $0.value == true }
            #expect(driver.unsent.contains("Agree") || agreements == agreed, "\(agreements) of \(agreed), \(what)")
        }

        /// Each entry has the comment and the note that were typed last. A part of one whose field was closed meanwhile may be there, too.
        @MainActor private func checkTexts(_ driver: PageDriver, _ what: String) {
            for (kind, path) in [("comment", \Entry.comment), ("note", \Entry.note)] {
                var permitted: [String: Set<String>] = [:]
                for (_, value) in driver.done.filter({ $0.kind == kind }) {
                    guard let entry = value[0].text, let text = value[1].text else { continue }
                    let parts = (0...text.count).map { String(text.prefix($0)) }
                    permitted[entry] = value[2] == true ? [text] : permitted[entry, default: [""]].union(parts)
                }
                for entry in entries {
                    let all = permitted[entry.text] ?? [""]
                    #expect(
                        all.contains(entry[keyPath: path]),
                        "\(kind) of \(entry.text): \(entry[keyPath: path]), not \(all), \(what)")
                }
            }
        }

        /// A file that has arrived is complete.
        @MainActor private func checkFiles(_ driver: PageDriver, _ what: String) {
            for each in driver.done where each.kind == "upload" {
                guard case .number(let size) = each.value[1], let name = each.value[0].text else { continue }
                for file in files where file.hasPrefix(name + " ") {
                    #expect(["\(name) \(Int(size))", "\(name) lost", "\(name) failed"].contains(file), "\(what)")
                }
            }
        }
    }
#endif
