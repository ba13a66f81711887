import MillraceDurable
import Millrace

struct Note: Reducer {
    typealias Storage = Durable

    func reduce(_ room: inout Int?, _ action: String) -> Flow<Self> {
        guard let room else { return .none }
        return .execute(Save(), id: room)
    }
}

struct Save: DurableCommand {
    typealias Output = Int
    static var resumption: Resumption { .restart }
    func response(to event: Event<Save>) -> String { "saved" }
}
