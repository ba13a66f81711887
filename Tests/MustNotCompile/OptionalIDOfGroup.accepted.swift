import Millrace

struct Room: Reducer {
    func reduce(_ room: inout Int?, _ action: RoomAction) -> Flow<Self> {
        guard let room else { return .none }
        return Flow.execute(Listen()).id(room, policy: .first)
    }
}
