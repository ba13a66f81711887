import Testing

@testable import MillraceWeb

@Test("M15 · a hello is what it says") func hello() {
    #expect(Hello(session: "a", client: "b", shown: 1, address: "/").shown == 1)
}
