import MillraceWeb

func view(_ text: String) -> HTML<Int> {
    HTML { text }
}
