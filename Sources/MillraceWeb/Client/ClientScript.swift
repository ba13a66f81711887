/// The script of a page, as it is served.
enum ClientScript {
    /// The source without its comments and its indentation, which only those need who write it.
    static let plain: [UInt8] = {
        let lines = String(decoding: PackageResources.millrace_js, as: UTF8.self).split(separator: "\n")
        let kept = lines.map { $0.drop { $0 == " " } }.filter { !$0.isEmpty && !$0.hasPrefix("//") }
        return Array(kept.joined(separator: "\n").utf8)
    }()

    /// The same, compressed: to be served with `Content-Encoding: gzip` to whoever accepts that.
    static let compressed = Gzip.compress(plain)
}
