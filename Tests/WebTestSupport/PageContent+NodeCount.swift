#if DEBUG
    @testable import MillraceWeb

    extension PageContent {
        /// The number of elements and texts in the HTML.
        var nodeCount: Int {
            zip(html.utf8, html.utf8.dropFirst()).count { byte, next in
                switch byte {
                case UInt8(ascii: "<"): next != UInt8(ascii: "/")
                case UInt8(ascii: ">"): next != UInt8(ascii: "<")
                default: false
                }
            }
        }
    }
#endif
