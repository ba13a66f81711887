#if Inspector || App
    import Foundation
    import Millrace
    import MillraceJournal

    /// Answers the questions of the pages from a recording. Its work runs beside the pages, on no actor of theirs.
    struct InspectorReader: Sendable {
        let reader: RingReader
        /// The screens with which pages are drawn; `nil` if they are not known.
        var screens: RecordedScreens?
        /// The number of turns with the same cause that are shown in a tree of effects.
        private static let effectLimit = 100
        /// The number of changed parts of a turn that are shown.
        private static let partLimit = 100
        /// The number of changes that are found at once.
        private static let changeLimit = 50

        func registerHandlers(on engine: Engine) {
            let reader = self
            engine.handle(ReadList.self) { command, reply in await reader.read(command, reply) }
            engine.handle(ReadTurn.self) { command in await reader.read(command) }
            engine.handle(FindChanges.self) { command, reply in await reader.find(command, reply) }
            engine.handle(ReadCommands.self) { command in await reader.read(command) }
            engine.handle(ReadScreens.self) { command in await reader.read(command) }
            engine.handle(WriteExport.self) { command in await reader.write(command) }
        }

        /// Reads what was written, and returns the run; the last one for an empty name.
        func run(_ name: String) async -> RecordedRun? {
            try? await reader.refresh()
            return name.isEmpty ? await reader.runs.last : await reader.run(name)
        }

        // MARK: The list

        private func read(_ command: ReadList, _ reply: Reply<ReadList>) async {
            guard let run = await run(command.run) else {
                return reply.finish(with: .init(runs: [], run: "", page: .empty))
            }
            let runs = await reader.runs.map(RunSummary.init)
            while true {
                let page = await reader.page(command.filter, in: run.name, from: command.start, limit: 200)
                let answer = ReadList.Output(runs: runs, run: run.name, page: page)
                if page.progress == 1 { return reply.finish(with: answer) }
                if Task.isCancelled { return reply.cancel() }
                reply.progress(answer)
            }
        }

        // MARK: A turn

        private func read(_ command: ReadTurn) async -> ReadTurn.Output {
            guard let run = await run(command.run),
                let position = command.id == 0 ? run.turns.indices.last : run.position(of: command.id)
            else { return .init(details: nil, stores: [], store: nil, tree: nil) }
            let turn = run.turns[position]
            let summary = RunSummary(run)
            let states = await reader.states(after: turn.last, in: run.name)
            let line = await reader.line(of: turn, in: run.name)
            let before = await reader.stores(before: turn, in: run.name).states
            let changes = (line?["reductions"]?.elements ?? []).compactMap { change(of: $0, summary, before, states) }
            let stores = states.keys.sorted().compactMap { summary.store($0) }
            let store =
                command.store ?? changes.first { !$0.parts.isEmpty }?.store.number ?? turn.store ?? stores.first?.number
            let details = TurnDetails(
                turn: turn, run: summary, chain: run.chain(to: turn.id), effects: effects(of: turn, in: run),
                payload: line?["payload"].flatMap { $0 == .null ? nil : $0.preview(2_000) }, changes: changes,
                folded: (line?["messages"]?.elements ?? []).map(folded),
                start: run.start(before: turn.id, of: store),
                previous: position > 0 ? run.turns[position - 1].id : nil,
                next: position + 1 < run.turns.count ? run.turns[position + 1].id : nil)
            let changed = changes.filter { $0.store.number == store }.flatMap { $0.parts.map(\.path) }
            let tree = store.flatMap { states[$0] }.map {
                StateTree($0, open: command.open, starts: command.starts, changes: changed)
            }
            return .init(details: details, stores: stores, store: store, tree: tree)
        }

        private func folded(_ json: JSON) -> FoldedMessage {
            let message = json["message"] ?? .null
            let title = [message["type"]?.text, message["case"]?.text].compactMap(\.self).joined(separator: ".")
            return FoldedMessage(title: title, count: json["count"]?.integer.map { Int($0) } ?? 0)
        }

        private func change(
            of json: JSON, _ run: RunSummary, _ before: [UInt64: JSON], _ after: [UInt64: JSON]
        ) -> StoreChange? {
            guard let number = json["store"]?.integer, let store = run.store(number) else { return nil }
            let (old, new) = (before[number], after[number])
            let changes = (json["changes"]?.elements ?? []).compactMap { JSONChange($0) }
            let parts = changes.flatMap(\.parts).prefix(Self.partLimit).enumerated().map { index, parts in
                let path = StatePath(parts)
                return PartLine(
                    path: path, before: old?.part(at: path.parts)?.preview(200),
                    after: new?.part(at: path.parts)?.preview(200),
                    id: index)
            }
            return StoreChange(store: store, parts: parts, hidden: new?.hidden.map { "\($0.type) \($0.reason)" })
        }

        /// Returns what a turn caused, in the order of the turns, each below its cause.
        private func effects(of turn: RecordedTurn, in run: RecordedRun) -> [EffectLine] {
            var lines: [EffectLine] = []
            func add(_ id: UInt64, _ depth: Int) {
                for effect in run.effects(of: id, limit: Self.effectLimit) where lines.count < Self.effectLimit {
                    lines.append(EffectLine(turn: effect, depth: depth))
                    add(effect.id, depth + 1)
                }
            }
            add(turn.id, 0)
            return lines
        }

        // MARK: Changes

        private func find(_ command: FindChanges, _ reply: Reply<FindChanges>) async {
            guard let run = await run(command.run) else { return reply.finish(with: .init(changes: [], progress: 1)) }
            let sought = command.value.map { RecordedValue.typed($0) }
            var found: [FoundChange] = []
            var unchanged: [RecordedTurn] = []
            let files = await reader.fileNumbers(of: run.name).reversed()
            for (index, file) in files.enumerated() {
                if Task.isCancelled { return reply.cancel() }
                let changes = await reader.changes(
                    of: command.path.parts, in: command.store, file: file, of: run.name, upTo: command.end)
                for change in changes where sought == nil || change.after == sought {
                    guard let turn = run.turn(change.turn) else { continue }
                    found.append(
                        FoundChange(
                            turn: turn, before: change.before?.preview(), after: change.after?.preview(),
                            chain: run.chain(to: turn.id)))
                }
                let progress = Double(index + 1) / Double(files.count)
                let isEnough = command.value == nil && !found.isEmpty || found.count >= Self.changeLimit
                if isEnough || index + 1 == files.count {
                    if command.value == nil {
                        unchanged = await reader.turns(
                            reducedBy: command.store, after: found.first?.turn.last ?? 0, upTo: command.end,
                            in: run.name)
                    }
                    return reply.finish(
                        with: .init(
                            changes: Array(found.prefix(Self.changeLimit)), unchanged: unchanged, progress: progress))
                }
                reply.progress(.init(changes: found, progress: progress))
            }
            reply.finish(with: .init(changes: found, progress: 1))
        }

        /// The time since the start of a run, if it is being recorded; otherwise `nil`.
        private func now(of run: RecordedRun) async -> Double? {
            guard reader.isLive, await reader.runs.last?.name == run.name else { return nil }
            return Date().timeIntervalSince1970 - run.started
        }

        private func read(_ command: ReadCommands) async -> ReadCommands.Output {
            guard let run = await run(command.run) else { return .init(run: nil, table: nil) }
            return .init(run: RunSummary(run), table: CommandTable(run, now: await now(of: run)))
        }
    }
#endif
