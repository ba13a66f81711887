import MillraceModules
import Millrace

/// A number by which a browser refers to a control. It is unique within a page.
struct ControlReference: Hashable, CustomStringConvertible {
    let number: UInt64
    var description: String { "\(number)" }
}

/// Why the input of a browser was rejected. An object, because few controls have one.
final class Rejection {
    let error: ValidationError
    let client: String

    fileprivate init(_ error: ValidationError, _ client: String) { (self.error, self.client) = (error, client) }
}

/// The controls that browsers can use, by reference.
struct ControlReferences {
    struct Entry {
        var control: HTMLControl
        let scene: Navigator.Scene.ID
        /// The group whose live fields must be valid before a button is used.
        var group: FieldGroup?
        /// The element that shows the control now.
        weak var element: HTMLElement?
        /// The element of a field or a form that was removed. It has the rules.
        var removedElement: HTMLElement?
        /// The sequence number at which the control was removed. A browser that shows an older page may still use it.
        var retiredAt: Int?
        /// The sequence number of the last change to the field's value.
        var changedAt = 0
        /// The browser that entered the value. `nil` if the program changed it.
        var changedBy: String?
        /// The last input of a browser. Its hash is stored, because the text may be long.
        var lastInput: (hash: Int, client: String)?
        /// Why the last input of a browser was rejected.
        fileprivate(set) var rejection: Rejection?

        init(
            _ control: HTMLControl, of element: HTMLElement?, in scene: Navigator.Scene.ID, _ group: FieldGroup?
        ) { (self.control, self.element, self.scene, self.group) = (control, element, scene, group) }

        /// The element that has the rules for a value.
        var rules: HTMLElement? { element ?? removedElement }

        fileprivate mutating func update(_ control: HTMLControl, of element: HTMLElement, in group: FieldGroup?) {
            (self.control, self.element, self.group) = (control, element, group)
        }

        fileprivate mutating func retire(at sequence: Int) {
            retiredAt = sequence
            if control.kind == .field || control.kind == .form { removedElement = element }
        }
    }

    /// The maximum number of removed controls that are kept.
    static let maxRetired = 2_000

    private var entries: [ControlReference: Entry] = [:]
    /// The removed controls, the oldest first.
    private var retired: [ControlReference] = []
    private var lastNumber: UInt64 = 0

    /// The loops whose rows may be compact, with their scenes.
    private var rows: [ObjectIdentifier: (rows: HTMLRows, scene: Navigator.Scene.ID, group: FieldGroup?)] = [:]
    /// The number of controls in compact rows. They have no entries.
    private var compactCount = 0

    subscript(reference: ControlReference) -> Entry? { entries[reference] ?? compactEntry(reference) }

    /// Returns the element of a live field. A row with a field is never compact, so no row is created for it.
    func field(_ reference: ControlReference) -> HTMLElement? { entries[reference]?.element }

    /// The number of controls, including the removed ones.
    var count: Int { entries.count + compactCount }

    /// The number of controls with an entry.
    var entryCount: Int { entries.count }

    /// Whether the page contains no control.
    var isEmpty: Bool { compactCount == 0 && entries.count == retired.count }

    mutating func add(
        _ control: HTMLControl, of element: HTMLElement, in scene: Navigator.Scene.ID, _ group: FieldGroup? = nil
    ) -> ControlReference {
        lastNumber += 1
        let reference = ControlReference(number: lastNumber)
        entries[reference] = Entry(control, of: element, in: scene, group)
        return reference
    }

    /// Assigns an existing reference to a new element with the same control.
    mutating func update(
        _ reference: ControlReference, _ control: HTMLControl, of element: HTMLElement, in group: FieldGroup?
    ) {
        entries[reference]?.update(control, of: element, in: group)
    }

    // MARK: Rows

    /// The loops of the page whose rows may be compact.
    var loops: [HTMLRows] { rows.values.map(\.rows) }

    mutating func add(_ rows: HTMLRows, in scene: Navigator.Scene.ID, _ group: FieldGroup?) {
        self.rows[ObjectIdentifier(rows)] = (rows, scene, group)
    }

    mutating func remove(_ rows: HTMLRows) { self.rows[ObjectIdentifier(rows)] = nil }

    /// Deletes the entry of a control in a row that becomes compact.
    mutating func removeCompact(_ reference: ControlReference) {
        if entries.removeValue(forKey: reference) != nil { compactCount += 1 }
    }

    /// Releases the memory of entries that were removed. A dictionary keeps its capacity.
    mutating func releaseMemory() {
        if entries.capacity > 2 * entries.count + 16 { entries = entries.filter { _ in true } }
    }

    /// Adds the entries of a compact row whose element was created again. Without an element, the controls are deleted.
    mutating func restore(
        _ references: [ControlReference], of element: HTMLElement?, in scene: Navigator.Scene.ID, _ group: FieldGroup?
    ) {
        compactCount -= references.count
        element?.forEachControl { reference, control, element in
            entries[reference] = Entry(control, of: element, in: scene, group)
        }
    }

    /// Gives all controls of compact rows entries, before the tree is discarded.
    mutating func restoreAll() {
        for (rows, scene, group) in rows.values where rows.isComplete {
            for index in 0..<rows.count where rows.rows[index].element == nil {
                restore(rows.rows[index].references, of: rows.element(at: index), in: scene, group)
            }
            rows.discard()
        }
        rows = [:]
    }

    /// Marks the row that contains a field as edited.
    func setEdited(_ reference: ControlReference) {
        for (rows, _, _) in rows.values {
            if let index = rows.index(of: reference) { rows.setEdited(index) }
        }
    }

    private func compactEntry(_ reference: ControlReference) -> Entry? {
        if compactCount == 0 { return nil }
        for (rows, scene, group) in rows.values {
            guard let index = rows.index(of: reference) else { continue }
            var entry: Entry?
            rows.element(at: index)?.forEachControl { other, control, element in
                if other == reference { entry = Entry(control, of: element, in: scene, group) }
            }
            return entry
        }
        return nil
    }

    mutating func retire(_ reference: ControlReference, at sequence: Int) {
        guard entries[reference]?.retiredAt == nil else { return }
        entries[reference]?.retire(at: sequence)
        retired.append(reference)
    }

    /// Records the last input of a browser into a field.
    mutating func recordInput(_ value: SentValue, into reference: ControlReference, by client: String) {
        entries[reference]?.lastInput = (value.inputHash, client)
    }

    /// Records why an input was rejected; `nil` for one that was accepted.
    mutating func recordRejection(_ error: ValidationError?, of reference: ControlReference, from client: String) {
        entries[reference]?.rejection = error.map { Rejection($0, client) }
    }

    /// Records that browsers receive a new value of a field.
    mutating func recordChange(of reference: ControlReference, to value: String?, at sequence: Int) {
        let lastInput = entries[reference]?.lastInput
        let hashes = [SentValue.text(value ?? ""), .flag(value != nil)].map(\.inputHash)
        let isInput = lastInput.map { hashes.contains($0.hash) } ?? false
        entries[reference]?.changedAt = sequence
        entries[reference]?.changedBy = isInput ? lastInput?.client : nil
        entries[reference]?.rejection = nil
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
    /// Calls `body` for each control that has a reference.
    fileprivate func forEachControl(_ body: (ControlReference, HTMLControl, HTMLElement) -> Void) {
        if let reference, let control { body(reference, control, self) }
        for child in children { child.element?.forEachControl(body) }
    }

    /// The attributes that the browser receives, including the reference of the control and the names of its events.
    var drawnAttributes: [HTMLAttribute] {
        guard let control, let reference else { return attributes }
        var all = attributes
        switch (control.kind, tag) {
        case (.events, _): break
        case (_, .a), (.form, _): all.append(HTMLAttribute("data-r", "\(reference)"))
        case (.field, _): all += [HTMLAttribute("form", "m-form"), HTMLAttribute("name", "f\(reference)")]
        default:
            all += [HTMLAttribute("form", "m-form"), HTMLAttribute("name", "r")]
            all.append(HTMLAttribute("value", "\(reference)"))
        }
        if !control.events.isEmpty {
            let names = control.events.map(\.name).joined(separator: " ")
            all.append(HTMLAttribute("data-m-on", "\(reference) \(names)"))
        }
        return all
    }
}
