import MillraceWeb

struct Draft: Decodable { var title = "" }

func view() -> HTML<Int> {
    form(decode: Draft.self, send: { $0.title.count }) {
        input("title")
    }
}
