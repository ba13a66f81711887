import MillraceWeb

enum ShelfAction { case choose(Int?), reset }

// A wrong word in a view is an error on its line, not on the lines of the elements around it.
@HTMLBuilder<ShelfAction> func view(_ books: [Int], selection: Int?) -> HTML<ShelfAction> {
    main {
        section {
            if let selection {
                p {
                    "Book \(selection)"
                    button("Return", send: .chose(nil)).id("return")  // refused: has no member 'chose'
                }
            }
            p { "\(books.count) books" }
        }
    }
    button("Reset", send: .reset)
}
