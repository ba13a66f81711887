import NotesCore

/// How an import goes, or how it went.
struct ImportPanel {
    private static let shownFiles = 20
    let importing: Library.Import

    var html: HTML {
        """
        <div class="import" data-stage="\(stage)"><p role="status">\(sentence)</p>\(bar)\(skipped)\(button)</div>
        """
    }

    private var stage: String {
        switch importing.stage {
        case .running: "running"
        case .ended: "ended"
        case .failed: "failed"
        }
    }

    private var sentence: HTML {
        switch importing.stage {
        case .running where importing.total == 0: "Importing: looking for Markdown files…"
        case .running: "Importing \(importing.done) of \(importing.total) files…"
        case .ended where importing.total == 0: "There are no Markdown files in \(importing.folder)."
        case .ended: "Imported \(files(importing.added)).\(known)\(left)"
        case .failed(let failure): "The import stopped after \(files(importing.added)), because \(failure.reason)."
        }
    }

    private var known: HTML { importing.known > 0 ? " \(files(importing.known)) were here already." : "" }

    private var left: HTML {
        importing.skipped.isEmpty ? "" : " \(files(importing.skipped.count)) could not be imported:"
    }

    private var bar: HTML {
        guard importing.stage == .running else { return "" }
        return
            "<progress max=\"\(max(importing.total, 1))\" value=\"\(importing.done)\" aria-label=\"Import\"></progress>"
    }

    private var skipped: HTML {
        guard importing.stage != .running, !importing.skipped.isEmpty else { return "" }
        let items = importing.skipped.prefix(Self.shownFiles).map { file -> HTML in
            "<li><b>\(file.path)</b> \(file.reason)</li>"
        }
        let rest = importing.skipped.count - items.count
        return "<ul>\(HTML(items))\(rest > 0 ? "<li>and \(rest) more</li>" : "")</ul>"
    }

    private var button: HTML {
        importing.stage == .running ? "" : "<button class=\"quiet\" data-do=\"dismissImport\">OK</button>"
    }

    private func files(_ count: Int) -> HTML { "\(count) \(count == 1 ? "file" : "files")" }
}
