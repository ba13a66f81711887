import Foundation

/// The step of a field: the numbers whose distances from the base are multiples of it.
struct FieldStep {
    let step: Double
    let base: Double

    /// Whether a number is the `Double` nearest to a decimal multiple, or differs from one by what Chromium ignores.
    func permits(_ number: Double) -> Bool {
        let count = count(number)
        // Each larger number is the nearest one to some multiple.
        guard count.magnitude < 0x1p53 else { return true }
        // The count of a large number is not exact.
        return [count, count - 1, count + 1].contains { multiple($0) == number }
            || (number - multiple(count)).magnitude <= step * 0x1p-24
    }

    /// Returns the permitted number that is nearest to another one.
    func nearest(to number: Double) -> Double { multiple(count(number)) }

    private func count(_ number: Double) -> Double { ((number - base) / step).rounded() }

    /// Returns a multiple, computed with decimal digits. A product of two `Double` values is not exact: 0.01 has no exact one.
    private func multiple(_ count: Double) -> Double {
        guard count.magnitude <= 0x1p53, let step = Decimal(string: "\(step)"), let base = Decimal(string: "\(base)"),
            let sum = Double("\(base + step * Decimal(Int(count)))")
        else { return base + step * count }
        return sum
    }
}
