import MillraceModules
import Millrace

// The scenes that accept no input: those that a sheet covers, and those of a page with too many.
extension Page {
    /// Records which scenes the next change covers.
    func updateCovered(_ scenes: [Navigator.Scene.ID]) {
        if scenes.isEmpty, covered.isEmpty { return }
        covered = Dictionary(uniqueKeysWithValues: scenes.map { ($0, covered[$0] ?? sequence + 1) })
    }

    /// Whether a sheet covered the control of a press or a form on the page that the user saw.
    ///
    /// A field can be covered while its text is on the way, and events such as the loss of the focus need no user.
    func isCovered(_ entry: ControlReferences.Entry, event: String?, shownSequence: Int) -> Bool {
        guard event == nil, entry.control.kind != .field, let sequence = covered[entry.scene] else { return false }
        return sequence <= shownSequence
    }

    /// Throws an error if the page has too many scenes and the control does not close one.
    func checkScenes(for control: HTMLControl, event: String?) throws(ValidationError) {
        let limit = size.limits.scenes
        if views.count < limit || event == nil && control.kind.isDismissal { return }
        if !hasReportedScenes {
            hasReportedScenes = true
            navigator?.engine.onFault(.tooManyScenes(limit))
        }
        throw ValidationError(.tooManyScenes, "\(limit)")
    }
}

extension HTMLControl.Kind {
    fileprivate var isDismissal: Bool { self == .dismiss || self == .dismissSheet }
}

extension Fault {
    fileprivate static func tooManyScenes(_ limit: Int) -> Fault {
        .custom(
            "A page has \(limit) scenes, which is the maximum.",
            cause: "Its modules present or push scenes without a limit. The page accepts only input that closes some.",
            fix: "Present a scene only if it is not shown yet, or raise the limit pageScenes of the server.")
    }
}
