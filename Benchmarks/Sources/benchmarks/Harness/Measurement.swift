import Foundation

/// The results of one topic. The process that measures writes them, and the process that prints the table reads them.
struct Measurement: Codable {
    var rows: [Row]
    var curves: [Curve]
    var costs: Costs

    func write(to path: String) throws {
        let encoder = JSONEncoder()
        // JSON cannot represent infinity, the result of a division by zero.
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
