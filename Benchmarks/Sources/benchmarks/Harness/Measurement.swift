import Foundation

/// What was measured of one topic, written by the process that measures and read by the process that prints the table.
struct Measurement: Codable {
    var rows: [Row]
    var curves: [Curve]
    var costs: Costs

    func write(to path: String) throws {
        let encoder = JSONEncoder()
        // A division by zero gives a figure that JSON has no number for.
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "+inf", negativeInfinity: "-inf", nan: "nan")
        try encoder.encode(self).write(to: URL(filePath: path))
    }

    init(from path: String) throws {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "+inf", negativeInfinity: "-inf", nan: "nan")
        self = try decoder.decode(Self.self, from: Data(contentsOf: URL(filePath: path)))
    }

    init(rows: [Row], curves: [Curve], costs: Costs) { (self.rows, self.curves, self.costs) = (rows, curves, costs) }
}
