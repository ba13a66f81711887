import Millrace

protocol Digit: SendableMetatype {}
enum D0: Digit {}
enum D1: Digit {}
enum D2: Digit {}
enum D3: Digit {}
enum D4: Digit {}
enum D5: Digit {}
enum D6: Digit {}
enum D7: Digit {}
enum D8: Digit {}
enum D9: Digit {}

/// Ten thousand command types: one for each number of four digits.
struct Stranger<A: Digit, B: Digit, C: Digit, D: Digit>: Command { typealias Output = Int }

extension Engine {
    /// Registers a handler for, and a listener to, each of ten thousand command types.
    func handleStrangers() {
        let digits: [any Digit.Type] = [
            D0.self, D1.self, D2.self, D3.self, D4.self, D5.self, D6.self, D7.self, D8.self, D9.self,
        ]
        func first<A: Digit>(_ a: A.Type) { for b in digits { second(a, b) } }
        func second<A: Digit, B: Digit>(_ a: A.Type, _ b: B.Type) { for c in digits { third(a, b, c) } }
        func third<A: Digit, B: Digit, C: Digit>(_ a: A.Type, _ b: B.Type, _ c: C.Type) {
            for d in digits { handle(a, b, c, d) }
        }
        func handle<A: Digit, B: Digit, C: Digit, D: Digit>(_ a: A.Type, _ b: B.Type, _ c: C.Type, _ d: D.Type) {
            self.handle(Stranger<A, B, C, D>.self) { _ in 0 }
            listen(to: Stranger<A, B, C, D>.self) { _ in }
        }
        for a in digits { first(a) }
    }
}
