import Millrace

struct Room: Reducer {
    func reduce(_ room: inout Int?, _ action: RoomAction) -> Flow<Self> {
        return .execute(Listen(), as: RoomAction.heard, id: room)  // refused: An id is never optional. Unwrap it first
    }
}
