import Millrace

/// Whether two values are the same, as two flows are compared: by `==` where the type is `Equatable`, else part by
/// part; functions never are.
func isSame<Value>(_ one: Value, _ other: Value) -> Bool {
    Flow<Carrying<Value>>.send(one) == .send(other)
}

/// Whether two commands are the same, as two flows that execute them are compared.
func isSame<C: Command>(_ one: C, _ other: C) -> Bool {
    Flow<Carrying<Void>>.execute(one) == .execute(other)
}

/// Whether two facts are the same, as two flows that post them are compared.
func isSame(_ one: any Fact, _ other: any Fact) -> Bool {
    func post(_ fact: some Fact) -> Flow<Carrying<Void>> { .post(fact) }
    return post(one) == post(other)
}

/// A reducer that lends its flows, which the kernel can compare.
struct Carrying<Value>: Reducer {
    func reduce(_ state: inout Void, _ action: Value) -> Flow<Self> { .none }
}
