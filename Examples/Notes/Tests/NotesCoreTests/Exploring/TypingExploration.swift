import MillraceKit
import MillraceTesting
import Testing

@testable import NotesCore

/// A model of two windows that edit a note while messages are on their way: requests of the windows, and values of the library.
///
/// The editors of the windows and the open notes of the library are those of the program. Each message is a command, which ends at any
/// time. The messages of one sender to one receiver keep their order. The library does not save the texts.
struct TypingModel: Reducer {
    struct State: Hashable, Sendable {
        var library: Library.State
        var editors: [Int: NoteEditor.State] = [:]
        /// How many texts each window has typed.
        var typed: [Int: Int] = [:]
    }

    enum Action: Equatable {
        case editor(Int, NoteEditor.Action)
        /// A person appends the letter of the window to its text.
        case append(Int)
        case requested(LibraryRequest)
        case received(LibraryRequest, Event<Delivery>)
        case observed(Int, ShownNote, Event<Delivery>)
    }

    /// A message to the library, or to a window.
    struct Delivery: Command, Hashable {
        typealias Output = Void
        typealias Failure = Never
        let receiver: String
    }

    static let id = NoteID(1)
    let window: Window

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .editor(let number, let action): return reduce(&state, action, in: number)
        case .append(let number):
            state.typed[number, default: 0] += 1
            let text = (state.editors[number]?.text ?? "") + (number == 1 ? "x" : "y")
            return reduce(&state, state.editors[number]?.typing(text) ?? .close, in: number)
        case .requested(let request):
            guard case .type(_, _, _, _, let window?) = request else { return .none }
            return deliver("from \(window.number)") { .received(request, $0) }
        case .received(let request, .data): return reduce(&state, request)
        case .observed(let number, let shown, .data): return reduce(&state, .shown(.data(shown)), in: number)
        case .received, .observed: return .none
        }
    }

    private func deliver(_ way: String, as respond: @escaping (Event<Delivery>) -> Action) -> Flow<Self> {
        .execute(Delivery(receiver: way), as: respond, id: way, policy: .queue)
    }

    private func reduce(_ state: inout State, _ request: LibraryRequest) -> Flow<Self> {
        _ = Library().reduce(&state.library, .requested(request))
        let shown = state.library[shown: Self.id]
        return .merge([1, 2].map { number in deliver("to \(number)") { .observed(number, shown, $0) } })
    }

    private func reduce(_ state: inout State, _ action: NoteEditor.Action, in number: Int) -> Flow<Self> {
        NoteEditor(in: Window(WindowID(number), of: window.library)).reduce(&state.editors[number], action)
            .map(
                { .editor(number, $0) }, output: { _ in .editor(number, .dismissProblem) }, transition: { $0 },
                at: \.editors[number])
    }

    typealias Transition = NoteEditor.Transition
}

extension Explorer<TypingModel> {
    /// Explores two windows that type at the same time.
    static func typing(in window: Window) -> Explorer {
        let id = TypingModel.id
        var state = TypingModel.State(library: Library.State(holding: [summary(1, "")]).showing(note(1, "")))
        for number in [1, 2] {
            state.editors[number] = NoteEditor.State(id: id)
            state.editors[number]?.shown = state.library[shown: id]
        }
        return Explorer(state, TypingModel(window: window), called: "Explorer.typing")
            .actions { state in [1, 2].filter { state.typed[$0, default: 0] < 2 }.map(TypingModel.Action.append) }
            .outcomes(of: TypingModel.Delivery.self) { _, _ in [.complete(())] }
            .listen(to: LibraryRequest.self) { .requested($0) }
            .always("each window shows the text of the library when no message is on its way") { systemState in
                !systemState.pending(TypingModel.Delivery.self).isEmpty
                    || systemState.state.editors.values.allSatisfy {
                        $0.text == systemState.state.library.openNotes.editors[id]?.text && !$0.isTyping
                    }
            }
            .always("no letter is lost or doubled when no message is on its way") { systemState in
                let text = systemState.state.library.openNotes.editors[id]?.text ?? ""
                return !systemState.pending(TypingModel.Delivery.self).isEmpty
                    || ["x": 1, "y": 2].allSatisfy { letter, number in
                        text.count { String($0) == letter } == systemState.state.typed[number, default: 0]
                    }
            }
            .sometimes("a window shows a text that the library has merged") { systemState in
                systemState.state.editors[1]?.text.map { $0.contains("x") && $0.contains("y") } == true
            }
            .limit(states: 15_000)
    }
}

extension Explorations {
    @Suite("Two windows that type at the same time") struct TypingExplorations {
        @Test("Lose and double no letter, and show the same text in the end") func typing() async {
            #expect(await Explorer.typing(in: .test()).check().isComplete)
        }
    }
}
