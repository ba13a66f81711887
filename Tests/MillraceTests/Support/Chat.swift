import Millrace

/// A command that runs until its room is left.
struct JoinRoom: Command {
    typealias Output = String
    let room: String
}

/// The replies of the commands, by room.
@MainActor final class Rooms {
    var rooms: [String: Reply<JoinRoom>] = [:]
    var running: [String] { rooms.filter { !$1.isClosed }.keys.sorted() }
}

/// A feature that keeps a command active for the room in its state.
struct Chat: Reducer {
    func reduce(_ room: inout String?, _ action: String) -> Flow<Self> {
        room = action
        return .none
    }

    func activeCommands(for room: String?, _ commands: inout ActiveCommands<Self>) {
        if let room { commands.execute(JoinRoom(room: room), id: "room") }
    }
}
