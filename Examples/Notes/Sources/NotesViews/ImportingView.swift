package import MillraceWeb
package import NotesCore

extension Importing: WebModule {
    private static let shownFiles = 20

    package func view(_ state: State) -> HTML<Action> {
        if let shown = state.shown {
            div {
                p { Self.sentence(shown) }.role("status")
                if shown.stage == .running {
                    progress(Double(shown.done), of: Double(max(shown.total, 1)), label: "Import")
                } else {
                    if !shown.skipped.isEmpty { skipped(shown.skipped) }
                    button("OK", send: .dismiss).class("quiet").id("import-done")
                }
            }.class("import").id("import").data("stage", shown.stage.name)
        }
    }

    private func skipped(_ files: [SkippedFile]) -> HTML<Action> {
        let shown = files.prefix(Self.shownFiles)
        return ul {
            each(shown, id: \.path) { file in
                li {
                    strong { file.path }
                    " \(file.reason)"
                }
            }
            if files.count > shown.count { li { "and \(files.count - shown.count) more" } }
        }
    }

    static func sentence(_ shown: NoteImport) -> String {
        switch shown.stage {
        case .running where shown.total == 0: return "Importing: searching for Markdown files…"
        case .running: return "Importing \(shown.done) of \(shown.total) files…"
        case .ended where shown.total == 0: return "There are no Markdown files in \(shown.folder)."
        case .ended:
            let known = shown.known > 0 ? " Already imported: \(files(shown.known))." : ""
            let left = shown.skipped.isEmpty ? "" : " \(files(shown.skipped.count)) could not be imported:"
            return "Imported \(files(shown.added)).\(known)\(left)"
        case .failed(let failure):
            return "The import failed after \(files(shown.added)) because \(failure.reason)."
        }
    }

    private static func files(_ count: Int) -> String { "\(count) \(count == 1 ? "file" : "files")" }
}

extension NoteImport.Stage {
    fileprivate var name: String {
        switch self {
        case .running: "running"
        case .ended: "ended"
        case .failed: "failed"
        }
    }
}
