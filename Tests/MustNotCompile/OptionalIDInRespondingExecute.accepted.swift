import Millrace

struct Note: Reducer {
    func reduce(_ room: inout Int?, _ action: String) -> Flow<Self> {
        guard let room else { return .none }
        return .execute(Save(), id: room)
    }
}

struct Save: RespondingCommand {
    typealias Output = Int
    func response(to event: Event<Save>) -> String { "saved" }
}
