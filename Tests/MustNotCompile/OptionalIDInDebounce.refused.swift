import Millrace

struct Room: Reducer {
    func reduce(_ room: inout Int?, _ action: RoomAction) -> Flow<Self> {
        return .debounce(.seconds(1), id: room, .send(.stopped))  // refused: An id is never optional. Unwrap it first
    }
}
