import Millrace

struct Note: Reducer {
    func reduce(_ room: inout Int?, _ action: String) -> Flow<Self> {
        return .execute(Save(), id: room)  // refused: An id is never optional. Unwrap it first
    }
}

struct Save: RespondingCommand {
    typealias Output = Int
    func response(to event: Event<Save>) -> String { "saved" }
}
