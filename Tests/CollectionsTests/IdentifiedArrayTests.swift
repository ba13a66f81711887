import Foundation
import Millrace
import MillraceCollections
import MillraceExtras
import OrderedCollections
import Testing

/// The subscript `\.rows[id:]`.
@Suite("Identified arrays", .serialized)
struct IdentifiedArrayTests {
    struct Row: Identifiable, Hashable, Codable, Sendable {
        var id: Int
        var title = ""
        var numbers: [Int] = []
    }

    let rows: IdentifiedArray<Row> = [Row(id: 3, title: "c"), Row(id: 1, title: "a"), Row(id: 2, title: "b")]

    @Test("Elements keep their order and are found by id")
    func order() {
        #expect(rows.map(\.title) == ["c", "a", "b"])
        #expect(Array(rows.ids) == [3, 1, 2])
        #expect(rows[id: 2]?.title == "b")
        #expect(rows.index(id: 1) == 1)
        #expect(rows[id: 9] == nil)
        #expect(rows.index(id: 9) == nil)
        #expect(IdentifiedArray<Row>().isEmpty)
    }

    @Test("An element is appended, replaced, inserted and removed by its id")
    func changes() {
        var rows = rows
        #expect(rows.append(Row(id: 1, title: "other")) == (false, 1))
        #expect(rows[id: 1]?.title == "a")
        #expect(rows.append(Row(id: 4)) == (true, 3))
        #expect(rows.updateOrAppend(Row(id: 1, title: "new"))?.title == "a")
        #expect(rows.updateOrAppend(Row(id: 5)) == nil)
        #expect(rows.insert(Row(id: 6), at: 0) == (true, 0))
        #expect(rows.insert(Row(id: 6), at: 3) == (false, 0))
        #expect(rows.remove(id: 3)?.title == "c")
        #expect(rows.remove(id: 3) == nil)
        #expect(rows.remove(at: 0).id == 6)
        #expect(Array(rows.ids) == [1, 2, 4, 5])
        rows.removeAll { $0.id.isMultiple(of: 2) }
        #expect(Array(rows.ids) == [1, 5])
        rows.removeAll()
        #expect(rows.isEmpty)
    }

    @Test("Setting by id changes, appends and removes")
    func subscriptByID() {
        var rows = rows
        rows[id: 1]?.title = "changed"
        rows[id: 7] = Row(id: 7)
        rows[id: 3] = nil
        rows[id: 8] = nil
        #expect(rows.map(\.id) == [1, 2, 7])
        #expect(rows[0].title == "changed")
    }

    @Test("An element gets another id at its position, and is found by it")
    func rename() {
        var rows = rows
        rows[1].id = 9
        #expect(rows.map(\.id) == [3, 9, 2])
        #expect(rows[id: 9]?.title == "a")
        #expect(rows[id: 1] == nil)
    }

    @Test("Elements are sorted, exchanged and moved, and are still found")
    func reordering() {
        var rows = rows
        rows.sort { $0.id < $1.id }
        #expect(rows.map(\.id) == [1, 2, 3])
        rows.swapAt(0, 2)
        #expect(rows.map(\.id) == [3, 2, 1])
        rows.move(from: 0, to: 2)
        #expect(rows.map(\.id) == [2, 1, 3])
        rows.move(from: 2, to: 0)
        #expect(rows.map(\.id) == [3, 2, 1])
        for (index, row) in rows.enumerated() { #expect(rows.index(id: row.id) == index) }
    }

    @Test("An element that a throwing change gives another id is found by it")
    func renameAndThrow() {
        struct Failure: Error {}
        func change(_ row: inout Row) throws(Failure) {
            row.id = 9
            throw Failure()
        }
        var rows: IdentifiedArray = [Row(id: 1), Row(id: 2)]
        #expect(throws: Failure.self) { try change(&rows[0]) }
        #expect(rows[id: 9] != nil && rows[id: 1] == nil && rows.map(\.id) == [9, 2])
    }

    @Test("A repeated id is combined at its first position")
    func repeatedIDs() {
        let rows = IdentifiedArray([Row(id: 1, title: "a"), Row(id: 2), Row(id: 1, title: "b")]) { old, new in
            Row(id: old.id, title: old.title + new.title)
        }
        #expect(rows.map(\.title) == ["ab", ""])
    }

    @Test("Two elements with one id, and an element for another id, end the program")
    func misuse() async {
        await #expect(processExitsWith: .failure) { _ = IdentifiedArray(uniqueElements: [Row(id: 1), Row(id: 1)]) }
        await #expect(processExitsWith: .failure) {
            var rows: IdentifiedArray<Row> = [Row(id: 1)]
            rows[id: 2] = Row(id: 3)
        }
        await #expect(processExitsWith: .failure) {
            var rows: IdentifiedArray<Row> = [Row(id: 1), Row(id: 2)]
            rows[0].id = 2
        }
    }

    @Test("Equality and encoding follow the elements and their order")
    func codable() throws {
        let data = try JSONEncoder().encode(rows)
        #expect(try JSONDecoder().decode([Row].self, from: data) == Array(rows))
        #expect(try JSONDecoder().decode(IdentifiedArray<Row>.self, from: data) == rows)
        #expect(rows != IdentifiedArray(uniqueElements: rows.reversed()))
        #expect(rows.hashValue == IdentifiedArray(uniqueElements: Array(rows)).hashValue)
        #expect(rows.description == Array(rows).description)
        let repeated = try JSONEncoder().encode([Row(id: 1), Row(id: 1)])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(IdentifiedArray<Row>.self, from: repeated) }
    }

    @Test(
        "An inner array is changed in place, by id and by position, in an identified array, an array and a dictionary")
    func inPlace() throws {
        let numbers = Array(repeating: 0, count: 10_000)
        var rows = IdentifiedArray(uniqueElements: (0..<10).map { Row(id: $0, numbers: numbers + [$0]) })
        var array = Array(rows)
        var dictionary = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
        for index in array.indices { array[index].numbers.append(0) }
        for id in dictionary.keys { dictionary[id]?.numbers.append(0) }
        for index in rows.indices { rows[index].numbers.append(0) }

        func isInPlace(_ change: (_ body: (inout Row) -> Void) -> Void) -> Bool {
            var addresses: [UnsafePointer<Int>?] = []
            for _ in 0..<2 {
                change { row in
                    row.numbers[0] += 1
                    addresses.append(row.numbers.withUnsafeBufferPointer(\.baseAddress))
                }
            }
            return addresses.count == 2 && addresses[0] == addresses[1]
        }
        #expect(isInPlace { body in body(&rows[id: 5]!) })
        #expect(isInPlace { body in body(&rows[5]) })
        #expect(isInPlace { body in body(&array[id: 5]!) })
        #expect(isInPlace { body in body(&array[childAt: array.childIndex(id: 5)!]) })
        #expect(isInPlace { body in body(&dictionary[childAt: dictionary.childIndex(id: 5)!]) })
    }

    @Test("Random changes give the same elements as an array that is searched")
    func randomChanges() {
        var generator = SystemRandomNumberGenerator()
        var (rows, model): (IdentifiedArray<Row>, [Row]) = ([], [])
        for step in 0..<10_000 {
            let id = Int.random(in: 0..<40, using: &generator)
            let at = model.firstIndex { $0.id == id }
            switch Int.random(in: 0..<6, using: &generator) {
            case 0:
                rows.append(Row(id: id))
                if at == nil { model.append(Row(id: id)) }
            case 1:
                rows[id: id] = nil
                model[id: id] = nil
            case 2:
                rows[id: id]?.numbers.append(step)
                model[id: id]?.numbers.append(step)
            case 3 where !model.isEmpty:
                let (from, to) = (Int.random(in: 0..<model.count, using: &generator), model.count / 2)
                rows.move(from: from, to: to)
                let row = model.remove(at: from)
                model.insert(row, at: to)
            case 4:
                rows.updateOrAppend(Row(id: id, title: "\(step)"))
                model[id: id] = Row(id: id, title: "\(step)")
            default:
                rows.insert(Row(id: id), at: 0)
                if at == nil { model.insert(Row(id: id), at: 0) }
            }
            guard rows.elementsEqual(model) else {
                Issue.record("The arrays differ after step \(step).")
                return
            }
        }
    }
}
