import MillraceExtras
import MillraceHistory
import Millrace
import MillraceJournal
import TestSupport
import Testing

private let sessions = ["commands", "a rewind", "large states"]

/// Replay accepted damaged recordings without a report. A chain of checksums finds the damage.
@MainActor struct DamageTests {
    private func recording(of session: String) throws -> [UInt8] {
        let fixture = RecorderFixture()
        let recorder = try fixture.recorder()
        var all = ""
        switch session {
        case "commands":
            fixture.send(.ask("Emma"))
        case "a rewind":
            for _ in 0..<2 { fixture.send(.add(1)) }
            try recorder.write { all += $0 }
            try fixture.history.rewind(to: 1)
            fixture.send(.name("a"))
        default:
            let names = Dictionary(uniqueKeysWithValues: (0..<25).map { ("name\($0)", $0) })
            for _ in 0..<2 {
                fixture.store?.replaceState(with: Tally.State(count: 1, names: names))
                fixture.store?.replaceState(with: Tally.State())
            }
        }
        try recorder.end { all += $0 }
        return Array(all.utf8)
    }

    /// Whether a reader reports that the bytes are not a complete recording.
    private func isReported(_ bytes: [UInt8]) -> Bool {
        guard let recording = try? RecordingReader(bytes: bytes).read() else { return true }
        return recording.cutLine != nil || !recording.isEnded
    }

    @Test("Journal · every flipped bit is reported", arguments: sessions)
    func bits(_ session: String) throws {
        var bytes = try recording(of: session)
        #expect(!isReported(bytes))
        for index in bytes.indices {
            for bit in isSanitized ? (index % 4 == 0 ? [index / 4 % 8] : []) : Array(0..<8) {
                bytes[index] ^= 1 << UInt8(bit)
                if !isReported(bytes) { Issue.record("bit \(bit) of byte \(index) in \(session)") }
                bytes[index] ^= 1 << UInt8(bit)
            }
        }
    }

    @Test("Journal · every removed, doubled or swapped line is reported", arguments: sessions)
    func lines(_ session: String) throws {
        let lines = try recording(of: session).split(separator: UInt8(ascii: "\n")).map { Array($0) + [0x0A] }
        #expect(lines.count > 4)
        for index in lines.indices {
            var (removed, doubled) = (lines, lines)
            removed.remove(at: index)
            doubled.insert(lines[index], at: index)
            #expect(isReported(Array(removed.joined())), "line \(index + 1) is removed")
            #expect(isReported(Array(doubled.joined())), "line \(index + 1) is doubled")
            for other in lines.indices where other > index {
                var swapped = lines
                swapped.swapAt(index, other)
                #expect(isReported(Array(swapped.joined())), "lines \(index + 1) and \(other + 1) are swapped")
            }
        }
    }

    @Test("Journal · every truncation is reported, and the lines before it are read", arguments: sessions)
    func truncations(_ session: String) throws {
        let bytes = try recording(of: session)
        for length in bytes.indices {
            let part = Array(bytes[..<length])
            #expect(isReported(part), "\(length) bytes")
            let complete = part.count { $0 == UInt8(ascii: "\n") }
            if complete == 0 { continue }
            let recording = try RecordingReader(bytes: part).read()
            #expect(recording.cutLine == (part.last == UInt8(ascii: "\n") ? nil : complete + 1))
        }
    }
}
