import Millrace

struct Room: Reducer {
    func reduce(_ room: inout Int?, _ action: RoomAction) -> Flow<Self> { .none }

    func activeCommands(for room: Int?, _ commands: inout ActiveCommands<Self>) {
        if let room { commands.execute(Listen(), as: RoomAction.heard, id: room) }
    }
}
