import MillraceWeb

struct Draft { var title = "" }

// A form is decoded into a type that is Decodable.
func view() -> HTML<Int> {
    form(decode: Draft.self, send: { $0.title.count }) {  // refused: conform to 'Decodable'
        input("title")
    }
}
