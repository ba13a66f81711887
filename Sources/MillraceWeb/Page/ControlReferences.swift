import MillraceModules
import Millrace

/// A number by which a browser refers to a control. It is unique within a page.
struct ControlReference: Hashable, CustomStringConvertible {
    let number: UInt64
    var description: String { "\(number)" }
}

/// The controls that browsers can use, by reference.
struct ControlReferences {
    struct Entry {
        var control: HTMLControl
        let scene: Navigator.Scene.ID
        /// The element that shows the control now.
        weak var element: HTMLElement?
        /// The sequence number at which the control was removed. A browser that shows an older page may still use it.
        var retiredAt: Int?
        /// The sequence number of the last change to the field's value.
        var changedAt = 0
        /// The browser that entered the value. `nil` if the program changed it.
        var changedBy: String?
        /// The last input of a browser. Its hash is stored, because the text may be long.
        var lastInput: (hash: Int, client: String)?
    }

    /// The maximum number of removed controls that are kept.
    static let maxRetired = 2_000

    private var entries: [ControlReference: Entry] = [:]
    /// The removed controls, the oldest first.
    private var retired: [ControlReference] = []
    private var lastNumber: UInt64 = 0

    subscript(reference: ControlReference) -> Entry? { entries[reference] }

    /// The number of controls, including the removed ones.
    var count: Int { entries.count }

    /// Whether the page contains no control.
    var isEmpty: Bool { entries.count == retired.count }

    mutating func add(_ control: HTMLControl, of element: HTMLElement, in scene: Navigator.Scene.ID) -> ControlReference
    {
        lastNumber += 1
        let reference = ControlReference(number: lastNumber)
        entries[reference] = Entry(control: control, scene: scene, element: element)
        return reference
    }

    /// Assigns an existing reference to a new element with the same control.
    mutating func update(_ reference: ControlReference, _ control: HTMLControl, of element: HTMLElement) {
        entries[reference]?.control = control
        entries[reference]?.element = element
    }

    mutating func retire(_ reference: ControlReference, at sequence: Int) {
        guard entries[reference]?.retiredAt == nil else { return }
        entries[reference]?.retiredAt = sequence
        retired.append(reference)
    }

    /// Records the last input of a browser into a field.
    mutating func recordInput(_ value: SentValue, into reference: ControlReference, by client: String) {
        entries[reference]?.lastInput = (value.hashValue, client)
    }

    /// Records that browsers receive a new value of a field.
    mutating func recordChange(of reference: ControlReference, to value: String?, at sequence: Int) {
        let lastInput = entries[reference]?.lastInput
        let hashes = [SentValue.text(value ?? ""), .flag(value != nil)].map(\.hashValue)
        let isInput = lastInput.map { hashes.contains($0.hash) } ?? false
        entries[reference]?.changedAt = sequence
        entries[reference]?.changedBy = isInput ? lastInput?.client : nil
    }

    /// Returns the references of the current controls whose elements satisfy the condition.
    func drawn(where isIncluded: (HTMLElement) -> Bool) -> [ControlReference] {
        entries.compactMap { reference, entry in
            entry.retiredAt == nil && entry.element.map(isIncluded) == true ? reference : nil
        }
    }

    /// Deletes the removed controls that no browser shows, where each browser shows `sequence` or a later page.
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
    /// The attributes that the browser receives, including the reference of the control.
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
