import Millrace

// Handles the frames and forms that browsers send.
extension Page {
    /// The outcome of a frame or of a form field.
    enum Outcome: Equatable {
        case taken
        /// The value of the field has changed meanwhile.
        case stale
        case refused(RefusedValue)
        /// What it came from is not there any more, or never was.
        case gone

        func json(_ number: Int) -> String {
            switch self {
            case .taken: "[\(number),0]"
            case .stale: "[\(number),1]"
            case .gone: "[\(number),3]"
            case .refused(let refusal):
                refusal.fields.isEmpty
                    ? "[\(number),2,\(WireText.quoted(refusal.sentence))]"
                    : "[\(number),2,\(WireText.object(refusal.fields))]"
            }
        }
    }

    /// Handles a frame. Returns a sentence for the person if the frame is malformed.
    func receive(_ text: String, on number: Int) -> String? {
        guard let browser = browsers[number] else { return nil }
        guard let frame = ClientFrame.decode(text) else { return "The message was not understood." }
        defer { browser.wake() }
        browser.shown = max(browser.shown, min(frame.shown, sequence))
        references.forget(upTo: browsers.values.map(\.shown).min() ?? 0)
        if frame.isPing { browser.isPinged = true }
        if frame.isHello { browser.isLost = true }
        guard let count = frame.number else { return nil }
        guard var client = clients.removeValue(forKey: browser.client) else { return nil }
        if let answer = client.answer(to: count) {
            acknowledge(answer, to: browser)
        } else {
            let answer = answer(to: frame, from: browser).json(count)
            client.take(count, answer)
            acknowledge(answer, to: browser)
        }
        clients[browser.client] = client
        return nil
    }

    /// What became of something is told after what it changed: that has the next number, unless it is drawn already.
    private func acknowledge(_ answer: String, to browser: Browser) {
        browser.acknowledgements.append((answer, after: isOutdated ? sequence + 1 : sequence))
    }

    private func answer(to frame: ClientFrame, from browser: Browser) -> Outcome {
        if let entry = frame.entry {
            go(to: entry, frame.address ?? "/")
            return .taken
        }
        guard let reference = frame.reference else { return .gone }
        return perform(reference, frame.value, shown: frame.shown, client: browser.client)
    }

    /// Does what a control means that was drawn.
    ///
    /// - Parameter shown: the number of the page that the person saw. What went with a later one is done all the same.
    func perform(_ reference: Reference, _ value: SentValue, shown: Int, client: String) -> Outcome {
        // What the state says by now decides whether a text was typed over the newest one.
        draw()
        guard let entry = references[reference], (entry.retiredAt ?? .max) > shown, let view = views[entry.scene] else {
            return .gone
        }
        if entry.control.kind == .field, entry.changedAt > shown, entry.changedBy != client { return .stale }
        do throws(RefusedValue) {
            let action = try entry.control.decode(value)
            if entry.control.kind == .leave { return leave(entry.scene) }
            if entry.control.kind == .dismiss { return leave(entry.scene, withSheet: true) }
            if entry.control.kind == .field { note(value, of: reference, entry, by: client) }
            guard let action, let receipt = view.send(action) else { return .gone }
            begun?.append(receipt)
            return .taken
        } catch {
            return .refused(error.clipped)
        }
    }

    /// The browser shows the value that it sent; what the state says of it is told if that is something else.
    private func note(_ value: SentValue, of reference: Reference, _ entry: References.Entry, by client: String) {
        references.type(value, into: reference, by: client)
        if !isShared, let element = entry.element {
            switch value {
            case .text(let text): element["value"] = text
            case .flag(let isOn): element["checked"] = isOn ? "" : nil
            default: break
            }
        }
        look(at: entry.scene)
    }

    // MARK: Without the script

    /// Does what a form says: first the fields whose values are others than those that are drawn, then what was pressed.
    func submit(_ fields: [(name: String, value: String)], number: Int) -> PageContent {
        draw()
        let pressed = fields.first { $0.name == "r" }?.value ?? ""
        if let lastForm, lastForm == (number, pressed) {
            return content(message: "This was sent before, and is done already.")
        }
        (lastForm, formWork) = ((number, pressed), Work())
        var outcomes = live(fields).map { perform($0, $1, shown: number, client: "") }
        if let reference = UInt64(pressed).map(Reference.init), let control = references[reference]?.control {
            outcomes.append(perform(reference, sent(fields, to: control), shown: number, client: ""))
        } else if !pressed.isEmpty {
            outcomes.append(.gone)
        }
        return content(message: outcomes.compactMap(\.sentence).first)
    }

    private func sent(_ fields: [(name: String, value: String)], to control: HTMLControl) -> SentValue {
        guard control.kind == .form else { return .none }
        return .fields(Dictionary(grouping: fields.filter { $0.name != "r" }, by: \.name).mapValues { $0.map(\.value) })
    }

    /// The fields that send by themselves, whose values have changed.
    private func live(_ fields: [(name: String, value: String)]) -> [(Reference, SentValue)] {
        fields.compactMap { name, value in
            guard name.hasPrefix("f"), let reference = UInt64(name.dropFirst()).map(Reference.init),
                let element = references[reference]?.element
            else { return nil }
            if element["type"] == "checkbox" { return element["checked"] == nil ? (reference, .flag(true)) : nil }
            // A form sends other line breaks than a state has.
            let text = value.replacing("\r\n", with: "\n")
            return element["value"] == text ? nil : (reference, .text(text))
        } + unticked(fields)
    }

    /// The boxes that were ticked, and of which the form says nothing.
    private func unticked(_ fields: [(name: String, value: String)]) -> [(Reference, SentValue)] {
        let pressed = fields.first { $0.name == "r" }.flatMap { UInt64($0.value) }.map(Reference.init)
        // A form of the application's own has nothing else in it.
        if pressed.flatMap({ references[$0]?.control.kind }) == .form { return [] }
        let named = Set(fields.map(\.name))
        return references.drawn { $0["type"] == "checkbox" && $0["checked"] != nil }
            .filter { !named.contains("f\($0)") }.map { ($0, .flag(false)) }
    }
}

extension Page.Outcome {
    /// What a person is told who has no script.
    fileprivate var sentence: String? {
        switch self {
        case .taken: nil
        case .stale: "A text was changed elsewhere meanwhile: what you typed was not taken."
        case .refused(let refusal): refusal.sentence
        case .gone: "What you pressed is not there any more."
        }
    }
}
