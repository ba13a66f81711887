#if Hummingbird && SQLite || App
    import MillraceDurable
    import MillraceKit
    import MillraceWeb

    /// A question. A restart asks it again.
    struct Look: DurableCommand, Equatable {
        static let durableName = "look"
        static var interruption: Interruption<Look> { .runAgain(starts: 1_000) }
        typealias Output = String

        let text: String

        func response(to event: Event<Look>) -> Notebook.Action {
            if case .data(let answer) = event { .answered(text, answer) } else { .answered(text, "failed") }
        }
    }

    /// A file to receive. Returns the number of its bytes.
    struct Keep: TransientCommand, Equatable {
        typealias Output = Int
        let file: FileUpload
    }
#endif
