import Millrace

struct Listen: Command, Equatable { typealias Output = String }

enum RoomAction { case heard(Event<Listen>), stopped }
