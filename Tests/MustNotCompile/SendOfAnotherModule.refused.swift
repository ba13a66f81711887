import MillraceWeb

enum Mine { case like(Int) }
enum Other { case like(Int) }

// A view sends only the actions of its own module.
func view() -> HTML<Mine> {
    div {
        button("Like", send: Other.like(3))  // refused: cannot convert value of type 'Other' to expected
    }
}
