// swift-format-ignore-file
#if Hummingbird || App
import MillraceTesting
import Testing

// The inspector has written these tests; see ExportTests.

@Test @MainActor func turns1To17() throws {
    let store = try TestStore(recorded: #"{"items":[],"total":0}"#, Till())
    store.send(try recorded(Till.Action.self, #"{"add":{"_0":{"id":0,"name":"line\nbreak","price":10}}}"#))  // turn 1
    #expect(recorded(store, at: ["items", "0"]) == #"{"id":0,"name":"line\nbreak","price":10}"#)
    #expect(recorded(store, at: ["total"]) == #"10"#)
    store.clock.advance(by: .nanoseconds(5000000))
    store.send(try recorded(Till.Action.self, #"{"add":{"_0":{"id":1,"name":"\"quoted\"","price":10}}}"#))  // turn 2
    #expect(recorded(store, at: ["items", "1"]) == #"{"id":1,"name":"\"quoted\"","price":10}"#)
    #expect(recorded(store, at: ["total"]) == #"20"#)
    store.clock.advance(by: .nanoseconds(5000000))
    store.send(try recorded(Till.Action.self, #"{"add":{"_0":{"id":2,"name":"back\\slash","price":10}}}"#))  // turn 3
    #expect(recorded(store, at: ["items", "2"]) == #"{"id":2,"name":"back\\slash","price":10}"#)
    #expect(recorded(store, at: ["total"]) == #"30"#)
    store.clock.advance(by: .nanoseconds(5000000))
    store.send(try recorded(Till.Action.self, #"{"add":{"_0":{"id":3,"name":"\"\"\"three\"\"\"","price":10}}}"#))  // turn 4
    #expect(recorded(store, at: ["items", "3"]) == #"{"id":3,"name":"\"\"\"three\"\"\"","price":10}"#)
    #expect(recorded(store, at: ["total"]) == #"40"#)
    store.clock.advance(by: .nanoseconds(5000000))
    store.send(try recorded(Till.Action.self, #"{"add":{"_0":{"id":4,"name":"\\(interpolation)","price":10}}}"#))  // turn 5
    #expect(recorded(store, at: ["items", "4"]) == #"{"id":4,"name":"\\(interpolation)","price":10}"#)
    #expect(recorded(store, at: ["total"]) == #"50"#)
    store.clock.advance(by: .nanoseconds(5000000))
    store.send(try recorded(Till.Action.self, #"{"add":{"_0":{"id":5,"name":"\u2028separator","price":10}}}"#))  // turn 6
    #expect(recorded(store, at: ["items", "5"]) == #"{"id":5,"name":"\u2028separator","price":10}"#)
    #expect(recorded(store, at: ["total"]) == #"60"#)
    store.clock.advance(by: .nanoseconds(5000000))
    store.send(try recorded(Till.Action.self, #"{"add":{"_0":{"id":6,"name":"👨‍👩‍👧","price":10}}}"#))  // turn 7
    #expect(recorded(store, at: ["items", "6"]) == #"{"id":6,"name":"👨‍👩‍👧","price":10}"#)
    #expect(recorded(store, at: ["total"]) == #"70"#)
    store.clock.advance(by: .nanoseconds(5000000))
    store.send(try recorded(Till.Action.self, ##"{"add":{"_0":{"id":7,"name":"\"#marks\\#(1)","price":10}}}"##))  // turn 8
    #expect(recorded(store, at: ["items", "7"]) == ##"{"id":7,"name":"\"#marks\\#(1)","price":10}"##)
    #expect(recorded(store, at: ["total"]) == #"80"#)
    store.clock.advance(by: .nanoseconds(5000000))
    store.send(try recorded(Till.Action.self, #"{"add":{"_0":{"id":8,"name":"é and é","price":10}}}"#))  // turn 9
    #expect(recorded(store, at: ["items", "8"]) == #"{"id":8,"name":"é and é","price":10}"#)
    #expect(recorded(store, at: ["total"]) == #"90"#)
    store.clock.advance(by: .nanoseconds(5000000))
    store.send(try recorded(Till.Action.self, #"{"pay":{}}"#))  // turn 10
    store.answer(recorded: Charge.self, #"{"amount":90}"#, at: 0, with: .complete(try recorded(Charge.Output.self, #""paid""#)))  // turn 12
    #expect(recorded(store, at: ["receipt"]) == #""paid""#)
    store.clock.advance(by: .nanoseconds(1000000000))
    store.send(try recorded(Till.Action.self, #"{"add":{"_0":{"id":20,"name":"cake","price":90}}}"#))  // turn 13
    #expect(recorded(store, at: ["items", "9"]) == #"{"id":20,"name":"cake","price":90}"#)
    #expect(recorded(store, at: ["total"]) == #"180"#)
    store.send(try recorded(Till.Action.self, #"{"pay":{}}"#))  // turn 14
    store.answer(recorded: Charge.self, #"{"amount":180}"#, at: 1, with: .fail(try recorded(Charge.Failure.self, #"{"reason":"limit"}"#)))  // turn 16
    #expect(recorded(store, at: ["problem"]) == #""limit""#)
    store.send(try recorded(Till.Action.self, #"{"remove":{"_0":20}}"#))  // turn 17
    #expect(recorded(store, at: []) == ##"{"items":[{"id":0,"name":"line\nbreak","price":10},{"id":1,"name":"\"quoted\"","price":10},{"id":2,"name":"back\\slash","price":10},{"id":3,"name":"\"\"\"three\"\"\"","price":10},{"id":4,"name":"\\(interpolation)","price":10},{"id":5,"name":"\u2028separator","price":10},{"id":6,"name":"👨‍👩‍👧","price":10},{"id":7,"name":"\"#marks\\#(1)","price":10},{"id":8,"name":"é and é","price":10}],"total":180,"receipt":"paid","problem":"limit"}"##)
}

@Test @MainActor func turns10To17() throws {
    let store = try TestStore(recorded: ##"{"items":[{"id":0,"name":"line\nbreak","price":10},{"id":1,"name":"\"quoted\"","price":10},{"id":2,"name":"back\\slash","price":10},{"id":3,"name":"\"\"\"three\"\"\"","price":10},{"id":4,"name":"\\(interpolation)","price":10},{"id":5,"name":"\u2028separator","price":10},{"id":6,"name":"👨‍👩‍👧","price":10},{"id":7,"name":"\"#marks\\#(1)","price":10},{"id":8,"name":"é and é","price":10}],"total":90}"##, Till(), mayDiffer: true)
    store.send(try recorded(Till.Action.self, #"{"pay":{}}"#))  // turn 10
    store.answer(recorded: Charge.self, #"{"amount":90}"#, at: 0, with: .complete(try recorded(Charge.Output.self, #""paid""#)))  // turn 12
    store.clock.advance(by: .nanoseconds(1000000000))
    store.send(try recorded(Till.Action.self, #"{"add":{"_0":{"id":20,"name":"cake","price":90}}}"#))  // turn 13
    store.send(try recorded(Till.Action.self, #"{"pay":{}}"#))  // turn 14
    store.answer(recorded: Charge.self, #"{"amount":180}"#, at: 1, with: .fail(try recorded(Charge.Failure.self, #"{"reason":"limit"}"#)))  // turn 16
    store.send(try recorded(Till.Action.self, #"{"remove":{"_0":20}}"#))  // turn 17
    #expect(recorded(store, at: ["problem"]) == #""limit""#)
}
#endif
