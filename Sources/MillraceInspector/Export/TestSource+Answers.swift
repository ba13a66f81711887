#if Inspector || App
    import MillraceJournal

    // The answers of commands.
    extension TestSource {
        /// Returns the answer to a command; `nil` if its value is not recorded.
        func answer(_ turn: RecordedTurn, _ payload: JSON, action: String?) -> [String]? {
            guard let request = requests[turn.cause], !payload.hasHiddenPart, let name = turn.name else { return nil }
            let type = request.turn.type
            let value = payload[name] ?? .null
            let command = request.payload.map { ", \(Self.literal($0))" } ?? ""
            let requester = steps.first { $0.turn.id == request.turn.cause && $0.turn.id < turn.id }
            let index = requester.map(isIncomplete) == true ? nil : request.index
            let place = index.map { ", at: \($0)" } ?? ""
            // The test does not request a command from before the range, or one of a message that it cannot repeat.
            let other = index == nil ? action.map { ", orSend: \($0)" } ?? "" : ""
            func call(_ outcome: String) -> String {
                "store.answer(recorded: \(type).self\(command)\(place), with: \(outcome)\(other))"
            }
            if index == nil, action == nil, turn.count == 1 { return nil }
            switch name {
            case "failure":
                let failure = call(".fail(\(error(value) ?? decoded("\(type).Failure", value)))")
                // The errors of the attempts before the last are not recorded, so each attempt fails with the last error.
                return request.turn.pauses.flatMap { [failure, Self.advance(by: $0)] } + [failure]
            // Without the errors of the attempts before, the success cannot be reached.
            case _ where !request.turn.pauses.isEmpty: return action.map { ["store.send(\($0))"] }
            case "progress": return [call(".progress(\(decoded("\(type).Progress", value)))")]
            default:
                let isLast = request.turn.ended?.turn == turn.id
                return [call("\(isLast ? ".complete" : ".data")(\(decoded("\(type).Output", value)))")]
            }
        }

        func decoded(_ type: String, _ json: JSON) -> String {
            "try recorded(\(type).self, \(Self.literal(json)))"
        }

        /// Returns the source of an error whose type the recording does not know; `nil` for one with a type.
        private func error(_ value: JSON) -> String? {
            guard let type = value["type"]?.text, let description = value["description"]?.text,
                value.parts.allSatisfy({ ["type", "description", "after"].contains($0.name) })
            else { return nil }
            return "recordedError(type: \(Self.quoted(type)), description: \(Self.quoted(description)))"
        }
    }
#endif
