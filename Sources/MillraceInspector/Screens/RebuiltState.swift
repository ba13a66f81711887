#if Inspector || App
    import Millrace
    import MillraceJournal
    import MillraceWeb

    /// The state of a screen after a turn, as its module can draw it.
    struct RebuiltState {
        var state: Any
        /// The parts that the state lacks, as sentences. Empty if it is complete.
        var gaps: [String] = []
    }

    extension WebModule {
        /// Rebuilds a state from a recording.
        ///
        /// A state whose encoding is complete is decoded. An encoding may leave out properties, for example those that are observed again.
        /// Then the recorded actions are reduced, from the first recorded state on. Their result is used if its encoding is the recorded one.
        ///
        /// - Parameters:
        ///   - json: The recorded state.
        ///   - history: Returns the actions that the store has reduced.
        /// - Throws: ``RecordedDecoding/Failure``, if the recorded state cannot be decoded.
        func rebuiltState(
            _ json: JSON, history: () async -> RecordedActions?
        ) async throws(RecordedDecoding.Failure) -> RebuiltState {
            if let hidden = json.hidden {
                throw .init(description: "Its state is not in the recording: \(hidden.type) \(hidden.reason).")
            }
            guard let type = State.self as? any Decodable.Type else {
                throw .init(description: "Its state cannot be decoded: \(typeName(State.self)) is not Codable.")
            }
            let decoding = RecordedDecoding(json)
            var rebuilt = RebuiltState(state: try decoding.value(as: type))
            rebuilt.gaps = decoding.hidden.map { part in
                "\(part.path.joined(separator: ".")) is drawn empty: \(part.type) \(part.reason)."
            }
            let missing = missingParts(of: rebuilt.state, in: json)
            if missing.isEmpty { return rebuilt }
            if let history = await history(), let state = reduced(history), encoding(of: state) == json {
                rebuilt.state = state
                return rebuilt
            }
            // A part that is `nil` was most often left out because it was `nil`.
            let names = missing.filter { !$0.isNil }.map(\.name)
            if !names.isEmpty {
                rebuilt.gaps.append(
                    "Not in the recording, and drawn as on a new screen: \(names.joined(separator: ", ")).")
            }
            return rebuilt
        }

        /// Reduces the recorded actions; `nil` if they cannot be decoded. The flows are ignored.
        private func reduced(_ history: RecordedActions) -> State? {
            guard let first = history.first, let type = Action.self as? any Decodable.Type,
                let decodable = State.self as? any Decodable.Type,
                var state = try? RecordedDecoding(first).value(as: decodable) as? State
            else { return nil }
            for json in history.actions {
                if Task.isCancelled { return nil }
                guard let action = try? RecordedDecoding(json).value(as: type) as? Action else { return nil }
                _ = reduce(&state, action)
            }
            return state
        }

        private func encoding(of state: State) -> JSON? {
            (state as? any Encodable).map { RecordedValue.json(of: $0) }
        }
    }

    /// A property that an encoding leaves out.
    private struct MissingPart {
        var name: String
        let isNil: Bool
    }

    /// Returns the properties of a value that its encoding leaves out, also those of values within it.
    private func missingParts(of value: Any, in json: JSON) -> [MissingPart] {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .struct, case .object = json, json.hidden == nil else { return [] }
        return mirror.children.flatMap { child -> [MissingPart] in
            guard let label = child.label else { return [] }
            // The storage of a property wrapper begins with an underscore.
            let name = label.hasPrefix("_") ? String(label.dropFirst()) : label
            guard let part = json[name] else {
                let value = Mirror(reflecting: child.value)
                return [MissingPart(name: name, isNil: value.displayStyle == .optional && value.children.isEmpty)]
            }
            return missingParts(of: child.value, in: part).map { .init(name: "\(name).\($0.name)", isNil: $0.isNil) }
        }
    }
#endif
