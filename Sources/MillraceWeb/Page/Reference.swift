import MillraceModules
import Millrace

/// By what the browser knows a control: a number, which means nothing elsewhere.
struct Reference: Hashable, CustomStringConvertible {
    let number: UInt64
    var description: String { "\(number)" }
}

/// What was drawn and can be sent.
struct References {
    struct Entry {
        var control: HTMLControl
        let scene: Navigator.Scene.ID
        /// What is drawn now.
        weak var element: HTMLElement?
        /// With which number of the page's it went; a browser that shows an older page may still send it.
        var retiredAt: Int?
        /// With which number the value of the field was last changed here.
        var changedAt = 0
        /// Which browser typed the value that it has.
        var changedBy: String?
        /// What a browser typed last: not the text, which may be long.
        var typed: (hash: Int, client: String)?
    }

    /// How many of those that went are remembered at most.
    static let mostRetired = 2_000

    private var entries: [Reference: Entry] = [:]
    /// Those that went, the oldest first.
    private var retired: [Reference] = []
    private var lastNumber: UInt64 = 0

    subscript(reference: Reference) -> Entry? { entries[reference] }

    /// How many there are, with those that went.
    var count: Int { entries.count }

    mutating func add(_ control: HTMLControl, of element: HTMLElement, in scene: Navigator.Scene.ID) -> Reference {
        lastNumber += 1
        let reference = Reference(number: lastNumber)
        entries[reference] = Entry(control: control, scene: scene, element: element)
        return reference
    }

    /// The same control is drawn by another element now.
    mutating func keep(_ reference: Reference, _ control: HTMLControl, of element: HTMLElement) {
        entries[reference]?.control = control
        entries[reference]?.element = element
    }

    mutating func retire(_ reference: Reference, at sequence: Int) {
        guard entries[reference]?.retiredAt == nil else { return }
        entries[reference]?.retiredAt = sequence
        retired.append(reference)
    }

    /// Notes what a browser typed into a field.
    mutating func type(_ value: SentValue, into reference: Reference, by client: String) {
        entries[reference]?.typed = (value.hashValue, client)
    }

    /// Notes that the value of a field is told to all who show it.
    mutating func changeValue(of reference: Reference, to value: String?, at sequence: Int) {
        let typed = entries[reference]?.typed
        let meant = [SentValue.text(value ?? ""), .flag(value != nil)].map(\.hashValue)
        let isTyped = typed.map { meant.contains($0.hash) } ?? false
        entries[reference]?.changedAt = sequence
        entries[reference]?.changedBy = isTyped ? typed?.client : nil
    }

    /// The controls that are drawn now, of elements like this.
    func drawn(where isMeant: (HTMLElement) -> Bool) -> [Reference] {
        entries.compactMap { reference, entry in
            entry.retiredAt == nil && entry.element.map(isMeant) == true ? reference : nil
        }
    }

    /// Forgets those that no browser shows any more, because each shows at least `sequence`.
    mutating func forget(upTo sequence: Int) {
        let excess = retired.count - Self.mostRetired
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
