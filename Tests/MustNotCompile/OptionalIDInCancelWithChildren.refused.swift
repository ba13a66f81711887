import Millrace

struct Room: Reducer {
    func reduce(_ room: inout Int?, _ action: RoomAction) -> Flow<Self> {
        return .cancel(room, includingChildren: true)  // refused: An id is never optional. Unwrap it first
    }
}
