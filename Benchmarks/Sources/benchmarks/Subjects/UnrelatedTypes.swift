import MillraceKit

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

/// Ten thousand types of commands, one for each number with four digits.
struct UnrelatedCommand<A: Digit, B: Digit, C: Digit, D: Digit>: Command { typealias Output = Int }

/// Ten thousand types of facts.
struct UnrelatedFact<A: Digit, B: Digit, C: Digit, D: Digit>: Fact {}

extension Engine {
    /// Registers a handler for and a listener to each of `count` types of commands, and a listener to each of `count` types
    /// of facts.
    func addUnrelatedTypes(_ count: Int) {
        var left = count
        let digits: [any Digit.Type] = [
            D0.self, D1.self, D2.self, D3.self, D4.self, D5.self, D6.self, D7.self, D8.self, D9.self,
        ]
        func first<A: Digit>(_ a: A.Type) { for b in digits where left > 0 { second(a, b) } }
        func second<A: Digit, B: Digit>(_ a: A.Type, _ b: B.Type) { for c in digits where left > 0 { third(a, b, c) } }
        func third<A: Digit, B: Digit, C: Digit>(_ a: A.Type, _ b: B.Type, _ c: C.Type) {
            for d in digits where left > 0 { add(a, b, c, d) }
        }
        func add<A: Digit, B: Digit, C: Digit, D: Digit>(_ a: A.Type, _ b: B.Type, _ c: C.Type, _ d: D.Type) {
            left -= 1
            handle(UnrelatedCommand<A, B, C, D>.self) { _ in 0 }
            listen(to: UnrelatedCommand<A, B, C, D>.self) { _ in }
            listen(to: UnrelatedFact<A, B, C, D>.self) { _ in }
        }
        for a in digits where left > 0 { first(a) }
    }
}
