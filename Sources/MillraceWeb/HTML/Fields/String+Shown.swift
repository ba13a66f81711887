extension String {
    /// The text as a browser shows it. It is changed byte by byte, because it can have megabytes.
    func shown(inArea isArea: Bool = false, withoutOuterSpaces isTrimmed: Bool = false) -> String {
        let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
        let isChanged = { (byte: UInt8) in byte == 0 || byte == carriageReturn || !isArea && byte == lineFeed }
        if !isTrimmed, !utf8.contains(where: isChanged) { return self }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count)
        var last: UInt8 = 0
        for byte in utf8 {
            switch byte {
            // The page shows this character instead, because HTML forbids it.
            case 0: bytes += "\u{FFFD}".utf8
            case carriageReturn: if isArea { bytes.append(lineFeed) }
            case lineFeed: if isArea, last != carriageReturn { bytes.append(lineFeed) }
            default: bytes.append(byte)
            }
            last = byte
        }
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0C }
        guard isTrimmed, let first = bytes.firstIndex(where: { !isSpace($0) }),
            let end = bytes.lastIndex(where: { !isSpace($0) })
        else { return isTrimmed ? "" : String(decoding: bytes, as: UTF8.self) }
        return String(decoding: bytes[first...end], as: UTF8.self)
    }
}
