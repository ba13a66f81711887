import Millrace

struct Room: Reducer {
    func reduce(_ room: inout Int?, _ action: RoomAction) -> Flow<Self> {
        guard let room else { return .none }
        return .debounce(.seconds(1), id: room, .send(.stopped))
    }
}
