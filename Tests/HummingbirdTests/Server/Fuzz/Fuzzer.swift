#if Hummingbird || App
    import Millrace
    import TestSupport

    @testable import MillraceWeb
    @testable import WebTestSupport

    /// Creates invalid input: truncated, mutated, oversized and random requests and frames.
    struct Fuzzer {
        /// The end of a case.
        enum End: CaseIterable { case finish, close, reset }

        struct Case {
            /// The bytes to send, in pieces.
            var pieces: [[UInt8]]
            var end: End
            /// Whether the case opens a WebSocket and sends a hello first.
            var isLive: Bool
        }

        var random: SeededGenerator
        let requests: [[UInt8]]

        mutating func next() -> Case {
            let isLive = random.chance(oneIn: 3)
            var bytes = isLive ? frames() : request()
            if random.chance(oneIn: 5) { bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))) }
            var end = End.allCases.randomElement(using: &random) ?? .close
            // Most cases wait for a response.
            if random.chance(oneIn: 2) { end = .finish }
            return Case(pieces: cut(bytes), end: end, isLive: isLive)
        }

        /// Returns a request, which is valid in a third of the cases.
        private mutating func request() -> [UInt8] {
            let request = requests.randomElement(using: &random) ?? []
            switch Int.random(in: 0..<12, using: &random) {
            case 0...3: return request
            case 4: return random.bytes(Int.random(in: 0...2_000, using: &random))
            case 5: return oversized(request)
            case 6: return request + random.bytes(Int.random(in: 0...100_000, using: &random))
            default: return mutated(request)
            }
        }

        private mutating func oversized(_ request: [UInt8]) -> [UInt8] {
            let line = Array("X-\(random.next()): ".utf8)
            let value = [UInt8](repeating: 0x61, count: Int.random(in: 0...40_000, using: &random))
            let many = (0..<Int.random(in: 0...3_000, using: &random)).flatMap { Array("A\($0): b\r\n".utf8) }
            let end = request.firstRange(of: Array("\r\n".utf8))?.upperBound ?? 0
            let lines = random.chance(oneIn: 2) ? line + value + [13, 10] : many
            return request[..<end] + lines + request[end...]
        }

        private mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
            var bytes = bytes
            for _ in 0..<Int.random(in: 1...8, using: &random) where !bytes.isEmpty {
                let (one, other) = (
                    bytes.indices.randomElement(using: &random)!, bytes.indices.randomElement(using: &random)!
                )
                let part = min(one, other)..<min(max(one, other), min(one, other) + 40)
                switch Int.random(in: 0..<6, using: &random) {
                case 0: bytes[one] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                case 1: bytes[one] = [0, 9, 10, 13, 32, 37, 58, 127, 195, 255].randomElement(using: &random)!
                case 2: bytes.removeSubrange(part)
                case 3: bytes.insert(contentsOf: bytes[part], at: other)
                case 4: bytes.insert(contentsOf: random.bytes(4), at: one)
                default: bytes.insert(contentsOf: Array("\r\n".utf8), at: one)
                }
            }
            return bytes
        }

        /// Returns valid and invalid frames.
        private mutating func frames() -> [UInt8] {
            (0..<Int.random(in: 1...6, using: &random)).flatMap { _ in frame() }
        }

        private mutating func frame() -> [UInt8] {
            switch Int.random(in: 0..<10, using: &random) {
            case 0...2: return WebSocketClient.frame(1, Array("echo".utf8))
            case 3: return WebSocketClient.frame(9, random.bytes(Int.random(in: 0...130, using: &random)))
            case 4: return WebSocketClient.frame(1, random.bytes(Int.random(in: 0...2_000, using: &random)))
            case 5:
                return WebSocketClient.frame(
                    [0, 1].randomElement(using: &random)!, Array("part".utf8), isLast: random.chance(oneIn: 2))
            case 6: return WebSocketClient.header(1, Int.random(in: 0...(1 << 40), using: &random)) + random.bytes(100)
            case 7: return random.bytes(Int.random(in: 1...200, using: &random))
            case 8:
                return WebSocketClient.frame(
                    1, [UInt8](repeating: 0x61, count: Int.random(in: 60_000...200_000, using: &random)))
            default: return mutated(WebSocketClient.frame(1, Array(#"{"n":1,"q":0,"r":"17"}"#.utf8)))
            }
        }

        private mutating func cut(_ bytes: [UInt8]) -> [[UInt8]] {
            guard random.chance(oneIn: 4), bytes.count > 1 else { return [bytes] }
            var cuts = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                Int.random(in: 0...bytes.count, using: &random)
            }
            cuts = [0] + cuts.sorted() + [bytes.count]
            return zip(cuts, cuts.dropFirst()).map { Array(bytes[$0..<$1]) }.filter { !$0.isEmpty }
        }
    }
#endif
