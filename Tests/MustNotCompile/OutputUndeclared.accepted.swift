import Millrace

struct Door: Reducer {
    enum Action { case knocked }
    typealias Output = String

    func reduce(_ state: inout Int, _ action: Action) -> Flow<Self> {
        .output("Who is there?")
    }
}
