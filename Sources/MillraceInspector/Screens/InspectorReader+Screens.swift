#if Inspector || App
    import Foundation
    import Millrace
    import MillraceJournal
    import MillraceModules
    import MillraceWeb

    /// Reads the screens that were open after a turn, and what their drawing lacks.
    struct ReadScreens: Command, Hashable {
        struct Output: Hashable, Sendable {
            /// `nil` if there is no such turn.
            let turn: RecordedTurn?
            let run: String
            /// The windows that were open.
            let windows: [UInt64]
            let window: UInt64?
            let lines: [SceneLine]
            /// Why the whole page is not drawn, or may look different. Empty for a page of this build.
            let notices: [String]
            /// Whether a page can be drawn.
            let isDrawn: Bool
            let previous: UInt64?
            let next: UInt64?
        }

        let run: String
        let turn: UInt64
        let window: UInt64?
    }

    extension InspectorReader {
        /// Reads the outline of a window, and rebuilds the states of its screens.
        func read(_ command: ReadScreens) async -> ReadScreens.Output {
            guard let run = await run(command.run), let position = run.position(of: command.turn) else {
                return .init(
                    turn: nil, run: "", windows: [], window: nil, lines: [], notices: [], isDrawn: false,
                    previous: nil, next: nil)
            }
            let turn = run.turns[position]
            let places = await reader.stores(after: turn.last, in: run.name).places
            let windows = Set(places.values.map(\.window)).sorted()
            let window = command.window ?? (turn.store ?? turn.sender).flatMap { places[$0]?.window } ?? windows.last
            var lines = window.map { SceneLine.outline(of: $0, places, RunSummary(run)) } ?? []
            if screens != nil, let window {
                let rebuilt = await rebuiltScenes(of: window, after: turn, in: run)
                for index in lines.indices {
                    lines[index].notes = rebuilt.first { $0.number == lines[index].id }?.notes ?? []
                }
            }
            return .init(
                turn: turn, run: run.name, windows: windows, window: window, lines: lines, notices: notices(of: run),
                isDrawn: screens != nil && !lines.isEmpty,
                previous: position > 0 ? run.turns[position - 1].id : nil,
                next: position + 1 < run.turns.count ? run.turns[position + 1].id : nil)
        }

        /// Why pages are not drawn, or may look different.
        private func notices(of run: RecordedRun) -> [String] {
            if screens == nil {
                return [
                    "The page is not drawn, because no program with its screens runs here. In the package of \(run.program), this command opens the recording with them: millrace inspect \(reader.url.path) --program \(run.program)"
                ]
            }
            if run.build == ProgramBuild.current { return [] }
            let other =
                run.program == ProgramBuild.name ? "another build of \(run.program)" : "the program \(run.program)"
            return [
                "This was recorded by \(other). The page is drawn by the screens of this build, and may have looked different."
            ]
        }

        /// Returns the document of a frame: the page of a window after a turn; `nil` if there is none.
        @concurrent func frame(_ place: ScreenPlace) async -> PageResponse? {
            guard let screens, let run = await run(place.run), let turn = run.turn(place.turn),
                let window = place.window
            else { return nil }
            let scenes = await rebuiltScenes(of: window, after: turn, in: run)
            if scenes.isEmpty { return nil }
            return PagePicture(screens.configuration).document(of: scenes.map { ($0.scene, $0.content) })
        }

        /// A screen of a window, as it is drawn.
        private struct RebuiltScene {
            let number: UInt64
            let scene: Navigator.Scene
            let content: PagePicture.Content
            let notes: [String]
        }

        /// Rebuilds the screens of a window, the oldest first.
        @concurrent private func rebuiltScenes(
            of window: UInt64, after turn: RecordedTurn, in run: RecordedRun
        ) async -> [RebuiltScene] {
            let (states, places) = await reader.stores(after: turn.last, in: run.name)
            let modules = screens?.modules ?? [:]
            let open = places.filter { $0.value.window == window }.sorted { $0.key < $1.key }
            let history = RecordedHistory(reader, of: Set(open.map(\.key)), upTo: turn.last, in: run.name)
            var scenes: [RebuiltScene] = []
            for (number, place) in open {
                let name = run.stores[number] ?? ""
                let module = modules[name]
                let scene = Navigator.Scene(
                    id: .init(number), type: module.map { type(of: $0) } ?? UnknownScreen.self,
                    position: place.position.ofScene)
                do throws(RecordedDecoding.Failure) {
                    guard let module else {
                        throw .init(description: "The inspector has no screen of this type.")
                    }
                    let rebuilt = try await module.rebuiltState(states[number] ?? .null) {
                        // After a gap, the actions do not lead to the state.
                        run.isCompacted || run.lost > 0 ? nil : await history.actions(of: number)
                    }
                    scenes.append(
                        .init(number: number, scene: scene, content: .state(module, rebuilt.state), notes: rebuilt.gaps)
                    )
                } catch {
                    let sentence = "\(name) is not drawn. \(error)"
                    scenes.append(.init(number: number, scene: scene, content: .sentence(sentence), notes: [sentence]))
                }
            }
            return scenes
        }
    }

    /// The actions that the stores of a window have reduced. They are read once, if a screen needs them.
    private actor RecordedHistory {
        private let read: @Sendable () async -> [UInt64: RecordedActions]
        private var known: [UInt64: RecordedActions]?

        init(_ reader: RingReader, of stores: Set<UInt64>, upTo turn: UInt64, in run: String) {
            read = {
                var all: [UInt64: RecordedActions] = [:]
                // File by file, so that other questions are answered between two.
                for file in await reader.fileNumbers(of: run) {
                    let found = await reader.actions(of: stores, file: file, of: run, upTo: turn)
                    // A later file begins with the states of all stores. The actions lead to them, too.
                    all.merge(found) {
                        .init(first: $1.first == nil ? nil : $0.first, actions: $0.actions + $1.actions)
                    }
                }
                return all
            }
        }

        func actions(of store: UInt64) async -> RecordedActions? {
            let all: [UInt64: RecordedActions]
            if let known { all = known } else { all = await read() }
            known = all
            return all[store]
        }
    }

    extension StorePlace.Position {
        /// The position of a scene whose ID is the number of its store.
        fileprivate var ofScene: Navigator.Scene.Position {
            switch self {
            case .root: .root
            case .modal: .modal
            case .above(let lower): .above(.init(lower))
            case .embedded(let place, let host): .place(place, of: .init(host))
            }
        }
    }

    /// Takes the place of a module that the inspector does not have.
    private struct UnknownScreen: Module {
        struct State {}
        enum Action {}
        func state(for _: Void) -> State { State() }
        func reduce(_: inout State, _: Action) -> Flow<UnknownScreen> {}
    }
#endif
