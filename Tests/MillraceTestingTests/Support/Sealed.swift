#if Testing || App
    @testable import MillraceJournal

    /// A recording whose lines were edited, with the checksums of the new lines.
    func sealed(_ text: String) -> String {
        var (lines, chain) = ("", LineChain())
        for line in text.split(separator: "\n") {
            guard let json = try? JSONReader.read(ArraySlice(line.utf8)) else { return "invalid: \(line)" }
            chain.append(json.without("sum"), to: &lines)
        }
        return lines
    }
#endif
