/// The script of a page, as the server sends it.
enum ClientScript {
    /// The source without comments and indentation.
    static let plain: [UInt8] = {
        let lines = String(decoding: PackageResources.millrace_js, as: UTF8.self).split(separator: "\n")
        let kept = lines.map { $0.drop { $0 == " " } }.filter { !$0.isEmpty && !$0.hasPrefix("//") }
        return Array(kept.joined(separator: "\n").utf8)
    }()
}
