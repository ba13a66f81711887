import Millrace

final class Page { var text = "" }

struct FetchPage: Command { typealias Output = Page }  // refused: does not conform to the 'Sendable' protocol
