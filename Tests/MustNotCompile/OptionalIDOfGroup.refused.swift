import Millrace

struct Room: Reducer {
    func reduce(_ room: inout Int?, _ action: RoomAction) -> Flow<Self> {
        return Flow.execute(Listen()).id(room, policy: .first)  // refused: An id is never optional. Unwrap it first
    }
}
