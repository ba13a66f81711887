import MillraceWeb

enum ShelfAction { case choose(Int?), reset }

@HTMLBuilder<ShelfAction> func view(_ books: [Int], selection: Int?) -> HTML<ShelfAction> {
    main {
        section {
            if let selection {
                p {
                    "Book \(selection)"
                    button("Return", send: .choose(nil)).id("return")
                }
            }
            p { "\(books.count) books" }
        }
    }
    button("Reset", send: .reset)
}
