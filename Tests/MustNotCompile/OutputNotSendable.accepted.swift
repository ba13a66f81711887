import Millrace

struct Page: Sendable { var text = "" }

struct FetchPage: Command { typealias Output = Page }
