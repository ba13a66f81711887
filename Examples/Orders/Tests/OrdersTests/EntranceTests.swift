import MillraceDurable
import MillraceKit
import MillraceWeb
import OrdersShop
import Testing

@testable import OrdersCore

@MainActor @Suite("The entrance") struct EntranceTests {
    private func command(_ password: String, isNew: Bool) -> Enter {
        Enter(name: "bob", password: Password(password), isNew: isNew, visitor: Visitor())
    }

    private func failure(of command: Enter, at entrance: Entrance) async -> EntranceFailure? {
        do throws(EntranceFailure) { try await entrance.check(command) } catch { return error }
        return nil
    }

    @Test("One of two visitors who choose a name at the same time gets it, with their password") func twoVisitors()
        async throws
    {
        let storage = DurableStorage.memory()
        let shop = try await Shop(storage, PaymentClient(url: ""), shippingDelay: .zero)
        // As on two nodes.
        let entrances = [Entrance(storage.accounts), Entrance(storage.accounts)]
        async let first = failure(of: command("password 0", isNew: true), at: entrances[0])
        async let second = failure(of: command("password 1", isNew: true), at: entrances[1])
        let failures = await [first, second]
        #expect(failures.count { $0 == nil } == 1 && failures.contains(.taken))
        let owner = failures[0] == nil ? 0 : 1
        try await entrances[1 - owner].check(command("password \(owner)", isNew: false))
        await #expect(throws: EntranceFailure.self) {
            try await entrances[owner].check(command("password \(1 - owner)", isNew: false))
        }
        try await shop.engine.suspend()
        await #expect(throws: EntranceFailure.closed) {
            try await entrances[0].check(command("password \(owner)", isNew: false))
        }
    }
}
