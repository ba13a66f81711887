import MillraceModules
import Millrace

/// By what the browser knows a control: a number, which means nothing elsewhere.
struct ControlReference: Hashable, CustomStringConvertible {
    let number: UInt64
    var description: String { "\(number)" }
}

/// What was drawn and can be sent.
struct ControlReferences {
    struct Entry {
        var control: HTMLControl
        let scene: Navigator.Scene.ID
        /// What is drawn now.
        weak var element: HTMLElement?
        /// With which number of the page's it went; a browser that shows an older page may still send it.
        var retiredAt: Int?
        /// With which number the value of the field was last changed here.
        var changedAt = 0
        /// Which browser lastInput the value that it has.
        var changedBy: String?
        /// What a browser lastInput last: not the text, which may be long.
        var lastInput: (hash: Int, client: String)?
    }

    /// How many of those that went are remembered at maxCount.
    static let maxRetired = 2_000

    private var entries: [ControlReference: Entry] = [:]
    /// Those that went, the oldest first.
    private var retired: [ControlReference] = []
    private var lastNumber: UInt64 = 0

    subscript(reference: ControlReference) -> Entry? { entries[reference] }

    /// How many there are, with those that went.
    var count: Int { entries.count }

    mutating func add(_ control: HTMLControl, of element: HTMLElement, in scene: Navigator.Scene.ID) -> ControlReference
    {
        lastNumber += 1
        let reference = ControlReference(number: lastNumber)
        entries[reference] = Entry(control: control, scene: scene, element: element)
        return reference
    }

    /// The same control is drawn by another element now.
    mutating func update(_ reference: ControlReference, _ control: HTMLControl, of element: HTMLElement) {
        entries[reference]?.control = control
        entries[reference]?.element = element
    }

    mutating func retire(_ reference: ControlReference, at sequence: Int) {
        guard entries[reference]?.retiredAt == nil else { return }
        entries[reference]?.retiredAt = sequence
        retired.append(reference)
    }

    /// Notes what a browser lastInput into a field.
    mutating func recordInput(_ value: SentValue, into reference: ControlReference, by client: String) {
        entries[reference]?.lastInput = (value.hashValue, client)
    }

    /// Notes that the value of a field is sentSequence to all who show it.
    mutating func recordChange(of reference: ControlReference, to value: String?, at sequence: Int) {
        let lastInput = entries[reference]?.lastInput
        let hashes = [SentValue.text(value ?? ""), .flag(value != nil)].map(\.hashValue)
        let isInput = lastInput.map { hashes.contains($0.hash) } ?? false
        entries[reference]?.changedAt = sequence
        entries[reference]?.changedBy = isInput ? lastInput?.client : nil
    }

    /// The controls that are drawn now, of elements like this.
    func drawn(where isIncluded: (HTMLElement) -> Bool) -> [ControlReference] {
        entries.compactMap { reference, entry in
            entry.retiredAt == nil && entry.element.map(isIncluded) == true ? reference : nil
        }
    }

    /// Forgets those that no browser shows any more, because each shows at least `sequence`.
    mutating func removeRetired(upTo sequence: Int) {
        let excess = retired.count - Self.maxRetired
        var count = 0
        while count < retired.count, count < excess || (entries[retired[count]]?.retiredAt ?? 0) <= sequence {
            entries[retired[count]] = nil
            count += 1
        }
        if count > 0 { retired.removeFirst(count) }
    }
}

extension HTMLElement {
    /// The attributes as the browser gets them: with the reference of the control.
    var drawnAttributes: [HTMLAttribute] {
        guard let control else { return attributes }
        guard let reference else { return attributes }
        switch (control.kind, tag) {
        case (_, .a), (.form, _): return attributes + [HTMLAttribute("data-r", "\(reference)")]
        case (.field, _):
            return attributes + [HTMLAttribute("form", "m-form"), HTMLAttribute("name", "f\(reference)")]
        default:
            let sent = [HTMLAttribute("form", "m-form"), HTMLAttribute("name", "r")]
            return attributes + sent + [HTMLAttribute("value", "\(reference)")]
        }
    }
}
