/// The number of words of a file.
package struct Count: Hashable, Codable, Sendable {
    /// The path of the file, as a person wrote it.
    package let file: String
    /// The number of its words.
    package let words: Int

    /// Creates a count.
    package init(file: String, words: Int) { (self.file, self.words) = (file, words) }
}
