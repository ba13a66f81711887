import MillraceWeb

enum Mine { case like(Int) }
enum Other { case like(Int) }

func view() -> HTML<Mine> {
    div {
        button("Like", send: Mine.like(3))
    }
}
