import Millrace

struct Room: Reducer {
    func reduce(_ room: inout Int?, _ action: RoomAction) -> Flow<Self> {
        return .after(.seconds(1), .send(.stopped), id: room)  // refused: An id is never optional. Unwrap it first
    }
}
