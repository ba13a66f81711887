import Millrace

// Handles the frames and forms that browsers send.
extension Page {
    /// The outcome of a frame or of a form field.
    enum Outcome: Equatable {
        case accepted
        /// The value of the field has changed meanwhile.
        case stale
        case invalid(ValidationError)
        /// What it came from is not there any more, or never was.
        case unavailable

        func json(_ number: Int) -> String {
            switch self {
            case .accepted: "[\(number),0]"
            case .stale: "[\(number),1]"
            case .unavailable: "[\(number),3]"
            case .invalid(let error):
                error.fields.isEmpty
                    ? "[\(number),2,\(JSONWriter.quoted(error.message))]"
                    : "[\(number),2,\(JSONWriter.object(error.fields))]"
            }
        }
    }

    /// Handles a frame. Returns a message for the person if the frame is malformed.
    func receive(_ text: String, on number: Int) -> String? {
        guard let browser = browsers[number] else { return nil }
        guard let frame = ClientFrame.decode(text) else { return "The message was not understood." }
        defer { browser.wake() }
        browser.shownSequence = max(browser.shownSequence, min(frame.sequence, sequence))
        references.removeRetired(upTo: browsers.values.map(\.shownSequence).min() ?? 0)
        if frame.isPing { browser.needsPong = true }
        if frame.isHello { browser.needsFullPage = true }
        guard let count = frame.number else { return nil }
        guard var client = clients.removeValue(forKey: browser.client) else { return nil }
        if let answer = client.acknowledgement(of: count) {
            acknowledge(answer, to: browser)
        } else {
            let answer = outcome(of: frame, from: browser).json(count)
            client.record(count, answer)
            acknowledge(answer, to: browser)
        }
        clients[browser.client] = client
        return nil
    }

    /// What became of something is sentSequence after what it changed: that has the next number, unless it is drawn already.
    private func acknowledge(_ answer: String, to browser: BrowserConnection) {
        browser.acknowledgements.append((answer, after: isOutdated ? sequence + 1 : sequence))
    }

    private func outcome(of frame: ClientFrame, from browser: BrowserConnection) -> Outcome {
        if let entry = frame.entry {
            go(to: entry, frame.url ?? "/")
            return .accepted
        }
        guard let reference = frame.reference else { return .unavailable }
        return perform(reference, frame.value, shownSequence: frame.sequence, client: browser.client)
    }

    /// Does what a control means that was drawn.
    ///
    /// - Parameter shown: the number of the page that the person saw. What went with a later one is done all the same.
    func perform(_ reference: ControlReference, _ value: SentValue, shownSequence: Int, client: String) -> Outcome {
        // What the state says by now decides whether a text was typed over the newest one.
        draw()
        guard let entry = references[reference], (entry.retiredAt ?? .max) > shownSequence,
            let view = views[entry.scene]
        else {
            return .unavailable
        }
        if entry.control.kind == .field, entry.changedAt > shownSequence, entry.changedBy != client { return .stale }
        do throws(ValidationError) {
            let action = try entry.control.decode(value)
            if entry.control.kind == .dismiss { return dismiss(entry.scene) }
            if entry.control.kind == .dismissSheet { return dismiss(entry.scene, wholeSheet: true) }
            if entry.control.kind == .field { recordInput(value, of: reference, entry, by: client) }
            guard let action, let receipt = view.send(action) else { return .unavailable }
            startedReceipts?.append(receipt)
            return .accepted
        } catch {
            return .invalid(error.truncated)
        }
    }

    /// The browser shows the value that it sent; what the state says of it is sentSequence if that is something else.
    private func recordInput(
        _ value: SentValue, of reference: ControlReference, _ entry: ControlReferences.Entry, by client: String
    ) {
        references.recordInput(value, into: reference, by: client)
        if !isShared, let element = entry.element {
            switch value {
            case .text(let text): element["value"] = text
            case .flag(let isOn): element["checked"] = isOn ? "" : nil
            default: break
            }
        }
        invalidate(entry.scene)
    }

    // MARK: Without the script

    /// Does what a form says: first the fields whose values are others than those that are drawn, then what was pressed.
    func submit(_ fields: [(name: String, value: String)], number: Int) -> PageContent {
        draw()
        let pressed = fields.first { $0.name == "r" }?.value ?? ""
        if let lastForm, lastForm == (number, pressed) {
            return content(message: "This was sent before, and is done already.")
        }
        (lastForm, formEffects) = ((number, pressed), EffectCounter())
        var outcomes = changedFields(fields).map { perform($0, $1, shownSequence: number, client: "") }
        if let reference = UInt64(pressed).map(ControlReference.init), let control = references[reference]?.control {
            outcomes.append(perform(reference, sentValue(fields, to: control), shownSequence: number, client: ""))
        } else if !pressed.isEmpty {
            outcomes.append(.unavailable)
        }
        return content(message: outcomes.compactMap(\.message).first)
    }

    private func sentValue(_ fields: [(name: String, value: String)], to control: HTMLControl) -> SentValue {
        guard control.kind == .form else { return .none }
        return .fields(Dictionary(grouping: fields.filter { $0.name != "r" }, by: \.name).mapValues { $0.map(\.value) })
    }

    /// The fields that send by themselves, whose values have changed.
    private func changedFields(_ fields: [(name: String, value: String)]) -> [(ControlReference, SentValue)] {
        fields.compactMap { name, value in
            guard name.hasPrefix("f"), let reference = UInt64(name.dropFirst()).map(ControlReference.init),
                let element = references[reference]?.element
            else { return nil }
            if element["type"] == "checkbox" { return element["checked"] == nil ? (reference, .flag(true)) : nil }
            // A form sends other line breaks than a state has.
            let text = value.replacing("\r\n", with: "\n")
            return element["value"] == text ? nil : (reference, .text(text))
        } + uncheckedBoxes(fields)
    }

    /// The boxes that were ticked, and of which the form says nothing.
    private func uncheckedBoxes(_ fields: [(name: String, value: String)]) -> [(ControlReference, SentValue)] {
        let pressed = fields.first { $0.name == "r" }.flatMap { UInt64($0.value) }.map(ControlReference.init)
        // A form of the application's own has nothing else in it.
        if pressed.flatMap({ references[$0]?.control.kind }) == .form { return [] }
        let named = Set(fields.map(\.name))
        return references.drawn { $0["type"] == "checkbox" && $0["checked"] != nil }
            .filter { !named.contains("f\($0)") }.map { ($0, .flag(false)) }
    }
}

extension Page.Outcome {
    /// What a person is sentSequence who has no script.
    fileprivate var message: String? {
        switch self {
        case .accepted: nil
        case .stale: "A text was changed elsewhere meanwhile: what you typed was not taken."
        case .invalid(let error): error.message
        case .unavailable: "What you pressed is not there any more."
        }
    }
}
