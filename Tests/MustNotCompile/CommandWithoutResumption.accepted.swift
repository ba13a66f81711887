import MillraceDurable
import Millrace

struct Save: DurableCommand {
    typealias Output = Int
    static var resumption: Resumption { .restart }
    func response(to event: Event<Save>) -> Draft.Action { .saved(event) }
}

struct Draft: Reducer {
    typealias Storage = Durable
    enum Action { case save, saved(Event<Save>) }

    func reduce(_ state: inout Int, _ action: Action) -> Flow<Self> {
        switch action {
        case .save: .execute(Save())
        case .saved: .none
        }
    }
}
