import MillraceWeb

// A variable contains text, and not HTML.
func view(_ text: String) -> HTML<Int> {
    HTML(text)  // refused: cannot convert value of type 'String' to expected argument type
}
