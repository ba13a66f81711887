import MillraceDurable
import Millrace

struct Save: Command { typealias Output = Int }

struct Draft: Reducer {
    typealias Storage = Durable
    enum Action { case save, saved(Event<Save>) }

    func reduce(_ state: inout Int, _ action: Action) -> Flow<Self> {
        switch action {
        case .save: .execute(Save(), as: Action.saved)  // refused: missing argument for parameter 'id'
        case .saved: .none
        }
    }
}
