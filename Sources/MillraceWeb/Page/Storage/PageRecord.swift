import Foundation
import Millrace
import MillraceModules

/// The part of a page that is stored beside its scenes: the numbers of its inputs, and the entries of the browser's history.
struct PageRecord: Codable, Equatable {
    /// An entry of the history.
    struct Entry: Codable, Equatable {
        let index: Int
        let url: String
        let scenes: [Navigator.Scene.ID]
    }

    /// The numbers of the last inputs, by page load.
    var inputs: [String: Int] = [:]
    /// The answers to those inputs that were not accepted, as JSON, by page load and number.
    var refusals: [String: [Int: String]] = [:]
    /// The entries of the history, and the index of the current one.
    var entries: [Entry] = []
    var index = 0
    /// Whether something was under way that ends with the process.
    var hasTransientWork = false

    /// The record of a new page.
    init() {}

    /// Reads a record. Returns that of a new page for an empty or malformed one.
    init(_ bytes: [UInt8]) {
        self = (try? JSONDecoder().decode(PageRecord.self, from: Data(bytes))) ?? PageRecord()
    }

    /// The record as JSON. It is written for each input, so this is faster than a general encoder.
    var bytes: [UInt8] {
        var json = JSONWriter()
        json.raw("{\"inputs\":{")
        for (client, number) in inputs.sorted(by: { $0.key < $1.key }) {
            json.separate()
            json.string(client)
            json.raw(":\(number)")
        }
        json.raw("},\"refusals\":{")
        for (client, answers) in refusals.sorted(by: { $0.key < $1.key }) {
            json.separate()
            json.string(client)
            json.raw(":{")
            for (number, answer) in answers.sorted(by: { $0.key < $1.key }) {
                json.separate()
                json.raw("\"\(number)\":")
                json.string(answer)
            }
            json.raw("}")
        }
        json.raw("},\"entries\":[")
        for entry in entries {
            json.separate()
            json.raw("{\"index\":\(entry.index),\"url\":")
            json.string(entry.url)
            json.raw(",\"scenes\":[\(entry.scenes.map { "\($0.number)" }.joined(separator: ","))]}")
        }
        json.raw("],\"index\":\(index),\"hasTransientWork\":\(hasTransientWork)}")
        return Array(json.text.utf8)
    }
}
