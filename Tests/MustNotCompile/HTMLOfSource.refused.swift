import MillraceWeb

// What is in a variable is a text, and no source.
func view(_ text: String) -> HTML<Int> {
    HTML(text)  // refused: cannot convert value of type 'String' to expected argument type
}
