import Millrace
import MillraceModules

// Handles the frames that browsers send.
extension Page {
    /// The outcome of a frame or of a form field.
    enum Outcome: Equatable {
        case accepted
        /// The field's value has changed since the browser received it.
        case stale
        case invalid(ValidationError)
        /// The control no longer exists, or never existed.
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

    /// The number of frames, and the time of work, after which other pages of the same actor can run.
    static let (framesPerTurn, durationOfTurn) = (16, Duration.milliseconds(5))

    /// Handles the frames of messages, as ``receive(_:on:isRest:refusesNavigation:)`` does.
    func receive(
        _ messages: [ClientMessage], on number: Int, isRest: Bool, refusesNavigation: Bool
    ) -> InputResult {
        let (count, problem) = receive(
            messages.map(\.frame), on: number, isRest: isRest, refusesNavigation: refusesNavigation)
        return InputResult(count: count, problem: problem, load: load)
    }

    /// Handles frames in order, until others have a turn: after a drawing, after ``framesPerTurn`` frames, and after
    /// ``durationOfTurn``. The caller passes the rest again.
    ///
    /// Fields that were entered one after another are handled as those of a form: the page is drawn once before them.
    ///
    /// - Parameters:
    ///   - isRest: Whether the frames are the rest of those of the last call. Defaults to `false`.
    ///   - refusesNavigation: Whether frames that go to another entry of the history are refused. Defaults to `false`.
    /// - Returns: The number of frames that were handled, and a message for the user at the first frame that is malformed, which is
    ///   `nil`, or if the browser does not read the answers.
    func receive(
        _ frames: [ClientFrame?], on number: Int, isRest: Bool = false, refusesNavigation: Bool = false
    ) -> (count: Int, problem: String?) {
        measured { receiveTurn(frames, on: number, isRest, refusesNavigation) }
    }

    private func receiveTurn(
        _ frames: [ClientFrame?], on number: Int, _ isRest: Bool, _ refusesNavigation: Bool
    ) -> (count: Int, problem: String?) {
        let start = clock.now
        if !isRest { browsers[number]?.changesAfterField = nil }
        for (index, frame) in frames.enumerated() {
            let before = sequence
            if let problem = receive(frame, on: number, refusesNavigation) { return (index, problem) }
            let (count, time) = (index + 1, clock.now - start)
            if sequence != before || count == Self.framesPerTurn || time > Self.durationOfTurn { return (count, nil) }
        }
        return (frames.count, nil)
    }

    /// Handles a frame. Returns a message for the user if the frame is malformed, or if the browser does not read the answers.
    func receive(_ text: String, on number: Int) -> String? { receive([ClientFrame.decode(text)], on: number).problem }

    private func receive(_ frame: ClientFrame?, on number: Int, _ refusesNavigation: Bool) -> String? {
        guard let browser = browsers[number] else { return nil }
        guard let frame else { return texts[.invalidMessage] }
        if browser.acknowledgements.count >= BrowserConnection.maxAcknowledgements { return texts[.tooManyRequests] }
        defer { browser.wake() }
        browser.shownSequence = max(browser.shownSequence, min(frame.sequence, sequence))
        removeRetired(upTo: browsers.values.map(\.shownSequence).min() ?? 0)
        if frame.isPing { browser.needsPong = true }
        if frame.isHello {
            guard browser.fullPageRequests < BrowserConnection.maxFullPageRequests else {
                return texts[.tooManyReloads]
            }
            browser.fullPageRequests += 1
            browser.needsFullPage = true
        }
        guard let count = frame.number else { return nil }
        guard let client = clients[browser.client] else { return nil }
        if let answer = client.acknowledgement(of: count) {
            acknowledge(answer, to: browser)
        } else {
            // The turns of the frame are stored with its number.
            clients[browser.client]?.begin(count)
            let answer = outcome(of: frame, from: browser, refusesNavigation).json(count)
            clients[browser.client]?.record(count, answer)
            acknowledge(answer, to: browser)
            noteTransientWork()
        }
        return nil
    }

    /// Queues an acknowledgement behind the change that the frame caused. If the page is outdated, that change has the
    /// next sequence number.
    private func acknowledge(_ answer: String, to browser: BrowserConnection) {
        browser.acknowledgements.append((answer, after: isOutdated ? sequence + 1 : sequence))
    }

    private func outcome(
        of frame: ClientFrame, from browser: BrowserConnection, _ refusesNavigation: Bool
    ) -> Outcome {
        if let entry = frame.entry {
            if refusesNavigation { returnToCurrentEntry() } else { go(to: entry, frame.url ?? "/") }
            return .accepted
        }
        if let file = frame.failedFile {
            uploads.fail(file, from: browser.client)
            return .accepted
        }
        guard let reference = frame.reference, !isOtherProcess(frame.sequence) else { return .unavailable }
        // Drawing brings the field values up to date. They decide whether the user's text is stale. A press needs no drawing:
        // the user saw its control.
        let entry = references[reference]
        let isField = frame.event == nil && entry?.control.kind == .field
        if isField, browser.changesAfterField != changes { draw() }
        // The element has the rules of its fields.
        if entry?.control.kind == .form, entry?.rules == nil { draw() }
        let outcome = perform(
            reference, event: frame.event, frame.value, shownSequence: frame.sequence, client: browser.client)
        if isField { browser.changesAfterField = changes }
        return outcome
    }

    /// Performs the action of a control. The caller draws the page before.
    ///
    /// - Parameters:
    ///   - event: The name of an event of the element. `nil` for the control's own value.
    ///   - shownSequence: The page that the user saw. A control that was removed or covered in a later page is still performed.
    func perform(
        _ reference: ControlReference, event: String? = nil, _ value: SentValue, shownSequence: Int, client: String
    ) -> Outcome {
        guard let entry = references[reference], (entry.retiredAt ?? .max) > shownSequence,
            !isCovered(entry, event: event, shownSequence: shownSequence), let view = views[entry.scene]
        else {
            return .unavailable
        }
        return PageTexts.$current.withValue(texts) {
            outcome(of: event, value, reference, entry, in: view, shownSequence: shownSequence, client: client)
        }
    }

    private func outcome(
        of event: String?, _ value: SentValue, _ reference: ControlReference, _ entry: ControlReferences.Entry,
        in view: SceneView, shownSequence: Int, client: String
    ) -> Outcome {
        do throws(ValidationError) {
            try checkScenes(for: entry.control, event: event)
            try checkFields(for: entry, event: event, client: client)
            if event == HTMLEvent.file { return try receiveFile(value, of: entry.control, in: view, from: client) }
            if let event { return send(try entry.control.action(for: event, value), to: view) }
            switch entry.control.kind {
            case .field:
                if entry.changedAt > shownSequence, entry.changedBy != client { return .stale }
                return try receiveValue(value, of: reference, entry, in: view, from: client)
            case .dismiss, .dismissSheet:
                _ = try entry.control.decode(value)
                return dismiss(entry.scene, wholeSheet: entry.control.kind == .dismissSheet)
            case .form:
                return send(try entry.control.decode(FormRules.read(value, of: entry.rules)), to: view)
            case .press, .events: return send(try entry.control.decode(value), to: view)
            }
        } catch {
            return .invalid(error.truncated)
        }
    }

    /// Sends the action for the value of a live field.
    private func receiveValue(
        _ sent: SentValue, of reference: ControlReference, _ entry: ControlReferences.Entry, in view: SceneView,
        from client: String
    ) throws(ValidationError) -> Outcome {
        do throws(ValidationError) {
            let value = try FieldRules.read(sent, of: entry.rules)
            if storage != nil, entry.rules?["type"] == "password" { return refusePassword() }
            let action = try entry.control.decode(value)
            references.recordRejection(nil, of: reference, from: client)
            recordInput(value, of: reference, entry, by: client)
            return send(action, to: view)
        } catch {
            references.recordRejection(error.truncated, of: reference, from: client)
            throw error
        }
    }

    /// Reports a live field with a password, whose value would be stored with the state.
    private func refusePassword() -> Outcome {
        navigator?.engine.onFault(.passwordStored)
        return .unavailable
    }

    /// Sends the action for a file that a browser announces.
    private func receiveFile(
        _ value: SentValue, of control: HTMLControl, in view: SceneView, from client: String
    ) throws(ValidationError) -> Outcome {
        guard let (file, source) = uploads.file(value, from: client) else { throw .unexpectedValue }
        let action = try control.action(for: HTMLEvent.file, .file(file))
        try uploads.add(source, from: client)
        return send(action, to: view)
    }

    private func send(_ action: Any?, to view: SceneView) -> Outcome {
        guard let action, let receipt = view.send(action) else { return .unavailable }
        startedReceipts?.append(receipt)
        return .accepted
    }

    /// Records the value that the browser shows. If the state differs from it, the next drawing sends the state's
    /// value.
    private func recordInput(
        _ value: SentValue, of reference: ControlReference, _ entry: ControlReferences.Entry, by client: String
    ) {
        references.recordInput(value, into: reference, by: client)
        references.setEdited(reference)
        if !isShared, let element = entry.element {
            switch value {
            case .text(let text): element["value"] = text
            case .flag(let isOn): element["checked"] = isOn ? "" : nil
            default: break
            }
        }
        invalidate(entry.scene)
    }
}

extension Fault {
    fileprivate static var passwordStored: Fault {
        .custom(
            "A page that is stored has a live field for a password.",
            cause:
                "Each value of a live field is an action, and the state with it would be stored. The value was discarded.",
            fix: "Use a form. Check the password in a command that is a TransientCommand, and keep it out of the state."
        )
    }
}
