extension RingReader {
    /// Returns a part of a run as a recording of its own: the states before the first turn, and the lines up to the last one.
    ///
    /// The lines are as the recorder has written them, so hidden values and tokens stay what they are.
    ///
    /// - Parameters:
    ///   - first: The first turn.
    ///   - last: The last turn.
    ///   - name: The name of the run.
    /// - Returns: The content of a file; empty if there is no turn.
    package func recording(from first: UInt64, to last: UInt64, of name: String) -> String {
        guard let run = run(name), first <= last else { return "" }
        let positions = run.firstPosition(from: first)..<run.firstPosition(from: last == .max ? last : last + 1)
        guard let start = positions.first.map({ run.turns[$0] }), let end = positions.last.map({ run.turns[$0] }) else {
            return ""
        }
        let header = RunHeader(
            run: run.name, started: run.started, origin: .seconds(run.origin), program: run.program, build: run.build)
        let isWhole = positions.lowerBound == 0 && !run.isCompacted
        var (chain, text) = (LineChain(), "")
        chain.append(header.json(number: isWhole ? 1 : 2, lost: 0), to: &text)
        let stores = stores(before: start, in: name)
        for (number, state) in stores.states.sorted(by: { $0.key < $1.key }) {
            chain.append(
                .of([
                    "store": .number(number), "type": .string(run.stores[number] ?? ""), "state": state,
                    "scene": stores.places[number]?.json,
                ]), to: &text)
        }
        for number in start.file...end.file {
            let lower = number == start.file ? start.bytes.lowerBound : 0
            for line in lines(of: number, in: run, from: lower) {
                if number == end.file, line.start >= end.bytes.upperBound, line.isTurn { break }
                chain.append(line.json, to: &text)
            }
        }
        return text
    }

    /// Returns the lines of a file without its header, from a byte on.
    private func lines(
        of number: Int, in run: RecordedRun, from lower: Int
    ) -> [(start: Int, isTurn: Bool, json: JSON)] {
        guard let file = run.file(number), let bytes = bytes(of: file.url) else { return [] }
        var lines: [(start: Int, isTurn: Bool, json: JSON)] = []
        var start = lower
        while start < file.bytes, let end = bytes[start...].firstIndex(of: 0x0A) {
            defer { start = end + 1 }
            guard case .object(let members)? = try? JSONReader.read(bytes[start..<end]) else { continue }
            let name = members.first?.name
            // The chain of the new recording adds another checksum.
            let line = JSON.object(members.filter { $0.name != "sum" })
            if name == "format" {
                if let lost = line["lost"] { lines.append((start, false, .of(["lost": lost]))) }
            } else {
                lines.append((start, name == "turn" || name == "folded", line))
            }
        }
        return lines
    }
}
