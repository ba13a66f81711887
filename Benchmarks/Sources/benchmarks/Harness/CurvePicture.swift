import Foundation

/// A picture of all curves: one panel for each, with the same scale.
struct CurvePicture {
    let curves: [Curve]
    let costs: Costs

    private let across = 3
    private let width = 250.0
    private let height = 165.0
    private let plotWidth = 190.0
    private let plotHeight = 90.0
    private let top = 4.0

    init(of curves: [Curve], _ costs: Costs) { (self.curves, self.costs) = (curves, costs) }

    var svg: String {
        let lines = (curves.count + across - 1) / across
        let size = (width: Double(across) * width, height: Double(lines) * height + 30)
        var svg = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(size.width)) \(number(size.height))" \
            font-family="sans-serif" font-size="10" fill="#333">
            <rect width="100%" height="100%" fill="#fff"/>

            """
        for (index, curve) in curves.enumerated() {
            let (x, y) = (Double(index % across) * width + 35, Double(index / across) * height + 45)
            svg += panel(curve, x, y)
        }
        svg += text(35, size.height - 10, "Each cost as a multiple of the cost at 10. \(CurvePicture.machineAndDate)")
        return svg + "</svg>\n"
    }

    private func panel(_ curve: Curve, _ x: Double, _ y: Double) -> String {
        var svg = text(x, y - 14, curve.title, "font-weight=\"bold\"")
        for multiple in [0.0, 1, 2, 3, 4] {
            let level = y + plotHeight * (1 - multiple / top)
            svg += "<path d=\"M\(number(x)) \(number(level))h\(number(plotWidth))\" stroke=\"#ddd\"/>\n"
            svg += text(x - 6, level + 3, "\(Int(multiple)) ×", "text-anchor=\"end\"")
        }
        var points: [String] = []
        for (index, size) in Curve.sizes.enumerated() {
            let place = x + plotWidth * Double(index) / Double(Curve.sizes.count - 1)
            let multiple = costs.ratio(curve.names[index], to: curve.names[0])
            let level = y + plotHeight * (1 - min(multiple, top) / top)
            points.append("\(number(place)),\(number(level))")
            svg += "<circle cx=\"\(number(place))\" cy=\"\(number(level))\" r=\"3\" fill=\"#06c\"/>\n"
            if index > 0 {
                let label = String(format: "%.2f", multiple)
                svg += text(place, level - 7, label, "text-anchor=\"middle\" fill=\"#06c\"")
            }
            svg += text(
                place, y + plotHeight + 14, size.formatted(.number.locale(.init(identifier: "en"))),
                "text-anchor=\"middle\"")
        }
        svg += "<polyline points=\"\(points.joined(separator: " "))\" fill=\"none\" stroke=\"#06c\"/>\n"
        return svg + text(x + plotWidth / 2, y + plotHeight + 28, curve.unit, "text-anchor=\"middle\" fill=\"#777\"")
    }

    private func text(_ x: Double, _ y: Double, _ text: String, _ attributes: String = "") -> String {
        "<text x=\"\(number(x))\" y=\"\(number(y))\"\(attributes.isEmpty ? "" : " ")\(attributes)>\(text)</text>\n"
    }

    private func number(_ value: Double) -> String {
        value == value.rounded() ? "\(Int(value))" : "\((value * 10).rounded() / 10)"
    }

    /// The machine and the date of the measurement.
    static var machineAndDate: String {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let count = cores == 2 ? "Two" : "\(cores)"
        return "\(count) cores, \(system) \(processor), \(Date.now.formatted(.iso8601.year().month().day()))."
    }

    #if os(Linux)
        private static let system = "Linux"
    #elseif os(macOS)
        private static let system = "macOS"
    #else
        private static let system = "another system"
    #endif
    #if arch(x86_64)
        private static let processor = "x86_64"
    #elseif arch(arm64)
        private static let processor = "arm64"
    #else
        private static let processor = ""
    #endif
}

/// The page of the documentation with the results.
struct PerformanceGuide {
    private static let catalog = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../../Sources/Millrace/Millrace.docc").standardized

    /// Replaces the table and the picture of the page.
    static func write(_ table: String, _ picture: CurvePicture) throws {
        let resources = catalog.appending(path: "Resources")
        try FileManager.default.createDirectory(at: resources, withIntermediateDirectories: true)
        try picture.svg.write(to: resources.appending(path: "growth.svg"), atomically: true, encoding: .utf8)
        let url = catalog.appending(path: "Performance.md")
        var page = try String(contentsOf: url, encoding: .utf8)
        guard let start = page.range(of: "```text\n"), let end = page[start.upperBound...].range(of: "```") else {
            fatalError("There is no table in \(url.path()).")
        }
        page.replaceSubrange(start.upperBound..<end.lowerBound, with: "\(CurvePicture.machineAndDate)\n\n\(table)\n")
        try page.write(to: url, atomically: true, encoding: .utf8)
    }
}
