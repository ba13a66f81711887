import Millrace

struct Plus: Fact { let number: Int }
struct Minus: Fact { let number: Int }

struct Calculator: Reducer {
    enum Action { case plus(Int), minus(Int) }

    func reduce(_ sum: inout Int, _ action: Action) -> Flow<Self> {
        switch action {
        case .plus(let number): sum += number
        case .minus(let number): sum -= number
        }
        return .none
    }
}

/// The calculations, line by line.
struct Tape: Reducer {
    func reduce(_ tape: inout [String], _ line: String) -> Flow<Self> {
        tape.append(line)
        return .none
    }
}

@MainActor func openCalculator(on engine: Engine) -> Store<Calculator> {
    let calculator = Store(0, Calculator(), on: engine)
    calculator.listen(to: Plus.self) { .plus($0.number) }
    calculator.listen(to: Minus.self) { .minus($0.number) }
    return calculator
}

@MainActor func openTape(on engine: Engine) -> Store<Tape> {
    let tape = Store([], Tape(), on: engine)
    tape.listen(to: Plus.self) { "+ \($0.number)" }
    tape.listen(to: Minus.self) { "- \($0.number)" }
    return tape
}

@MainActor func calculate(on engine: Engine) -> (sum: Int, tape: [String], notices: [Int]) {
    let (calculator, tape) = (openCalculator(on: engine), openTape(on: engine))
    var notices: [Int] = []
    calculator.subscribe(to: \.self) { notices.append($0) }
    engine.post(Plus(number: 5))
    engine.post(Minus(number: 0))
    engine.post(Minus(number: 2))
    return (calculator.state, tape.state, notices)
}

/// A tape with the sum after each number. It was registered first, and waits for the calculator.
@MainActor final class SummingTape {
    let tape: Store<Tape>
    let calculator: Store<Calculator>
    private(set) var summed: Subscription?

    init(on engine: Engine) {
        (tape, calculator) = (Store([], Tape(), on: engine), Store(0, Calculator(), on: engine))
        tape.listen(to: Plus.self) { [unowned self] plus, delivery in
            if let summed { delivery.wait(for: summed) }
            return "+ \(plus.number) = \(calculator.state)"
        }
        summed = calculator.listen(to: Plus.self) { .plus($0.number) }
    }
}
