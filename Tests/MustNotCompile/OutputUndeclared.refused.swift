import Millrace

struct Door: Reducer {
    enum Action { case knocked }

    func reduce(_ state: inout Int, _ action: Action) -> Flow<Self> {
        .output("Who is there?")  // refused: expected argument type 'Never'
    }
}
