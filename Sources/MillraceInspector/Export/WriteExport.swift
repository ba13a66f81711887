#if Inspector || App
    import Millrace
    import MillraceJournal

    /// The forms of an export.
    enum ExportFormat: String, Hashable, Sendable, CaseIterable {
        case test = "Test"
        case recording = "Recording"
        case diagram = "Sequence diagram"
    }

    /// Writes a range of turns in another form.
    struct WriteExport: Command, Hashable {
        struct Output: Hashable, Sendable {
            let text: String
            let stores: [StoreName]
            let store: UInt64?
        }

        let place: ExportPlace
        let format: ExportFormat
    }

    extension InspectorReader {
        /// The number of turns of an export.
        private static let exportLimit = 1_000

        func write(_ command: WriteExport) async -> WriteExport.Output {
            let place = command.place
            guard let run = await run(place.run) else { return .init(text: "", stores: [], store: nil) }
            let all = run.turns[run.firstPosition(from: place.first)...].prefix {
                $0.id <= max(place.first, place.last)
            }
            let turns = Array(all.suffix(Self.exportLimit))
            let summary = RunSummary(run)
            let stores = await self.stores(of: turns, run.name).compactMap { summary.store($0) }
            let store = place.store.map { summary.store($0) } ?? stores.first
            let text =
                switch command.format {
                case .diagram: SequenceDiagram.text(turns, summary)
                case .recording:
                    await reader.recording(from: turns.first?.id ?? 0, to: turns.last?.last ?? 0, of: run.name)
                case .test: if let store { await test(turns, store, run, place) } else { "" }
                }
            let left = all.count - turns.count
            let note = "\(command.format == .test ? "//" : "%%") The first \(left) turns of the range are left out.\n"
            return .init(
                text: left > 0 && command.format != .recording ? note + text : text, stores: stores,
                store: store?.number)
        }

        /// Returns the numbers of the stores that have reduced a message of these turns.
        private func stores(of turns: [RecordedTurn], _ run: String) async -> [UInt64] {
            var stores: Set<UInt64> = []
            for turn in turns {
                let reductions = await reader.line(of: turn, in: run)?["reductions"]?.elements ?? []
                stores.formUnion(reductions.compactMap { $0["store"]?.integer })
            }
            return stores.sorted()
        }

        private func test(
            _ turns: [RecordedTurn], _ store: StoreName, _ run: RecordedRun, _ place: ExportPlace
        ) async -> String {
            var steps: [TestSource.Step] = []
            // The test of a whole state checks it after all that follows from the last message at once.
            for turn in turns + (place.mark == nil ? run.actions(following: turns) : []) {
                guard let line = await reader.line(of: turn, in: run.name) else { continue }
                let isReduced = line["reductions"]?.elements?.contains { $0["store"]?.integer == store.number } ?? false
                let isAnswer = turn.kind == "event" && run.turn(turn.cause)?.store == store.number
                guard isReduced || isAnswer,
                    let state = await reader.states(after: turn.last, in: run.name)[store.number]
                else { continue }
                steps.append(.init(turn: turn, line: line, state: state))
            }
            let source = await source(steps, store, run, place.mark)
            // The test of a mark begins after the last message that it cannot repeat.
            let skipped = place.mark == nil ? nil : source?.lastIncomplete
            if let skipped { steps.removeFirst(skipped + 1) }
            let text = skipped == nil ? source?.text() : await self.source(steps, store, run, place.mark)?.text()
            return text
                ?? "// The state of \(store) before the turns is not recorded completely, so a test cannot begin with it.\n"
        }

        /// Returns `nil` if the state before the steps is not recorded completely.
        private func source(
            _ steps: [TestSource.Step], _ store: StoreName, _ run: RecordedRun,
            _ mark: (path: StatePath, value: String)?
        ) async -> TestSource? {
            guard let first = steps.first?.turn,
                let state = await reader.stores(before: first, in: run.name).states[store.number], !state.hasHiddenPart
            else { return nil }
            return TestSource(
                store: store, first: state, steps: steps, requests: await requests(steps, first, store, run),
                expected: mark)
        }

        /// Returns the commands of the store that the steps answer, by turn.
        private func requests(
            _ steps: [TestSource.Step], _ first: RecordedTurn, _ store: StoreName, _ run: RecordedRun
        ) async -> [UInt64: TestSource.Request] {
            var requests: [UInt64: TestSource.Request] = [:]
            for id in Set(steps.filter { $0.turn.kind == "event" }.map(\.turn.cause)) {
                guard let turn = run.turn(id), turn.kind == "command", turn.store == store.number else { continue }
                let payload = await reader.line(of: turn, in: run.name)?["payload"]
                let others = run.turns[run.firstPosition(from: first.id)...].prefix { $0.id < id }
                let index = others.count {
                    $0.kind == "command" && $0.type == turn.type && $0.store == store.number && $0.message == $0.id
                }
                requests[id] = TestSource.Request(
                    turn: turn, payload: payload.flatMap { $0 == .null || $0.hidden != nil ? nil : $0 },
                    index: id < first.id ? nil : index)
            }
            return requests
        }
    }
#endif
