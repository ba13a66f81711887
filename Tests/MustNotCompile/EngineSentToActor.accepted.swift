import Millrace

@MainActor func give(to elsewhere: Elsewhere) async {
    await elsewhere.begin()
}
