import MillraceAccounts
import MillraceKit
import MillraceTesting
import MillraceWeb
import Testing

@testable import LunchCore
import LunchViews

@MainActor @Suite("The shared list") struct LunchTests {
    private func store(_ board: Board = Board()) -> TestStore<Lunch> {
        var state = Lunch.State()
        state.board = board
        return TestStore(state, Lunch(admins: ["ada"]))
    }

    private func board(_ orders: [Order] = [], secondsLeft: Int? = nil) -> Board {
        var board = Board()
        (board.orders, board.secondsLeft) = (orders, secondsLeft)
        return board
    }

    @Test("A name has one account") func accounts() async throws {
        let store = store()
        let passwords = Passwords(cost: .test)
        let bob = Member(name: "bob", password: try await passwords.hash("long enough"))
        store.send(.joined(bob)) { $0.members = [bob] }
        store.send(.joined(Member(name: "bob", password: try await passwords.hash("another one"))))
    }

    @Test("Each person has one order, and withdraws only their own") func orders() {
        let store = store(board([Order(name: "bob", dish: "Soup"), Order(name: "eve", dish: "Pizza")]))
        let pie = Order(name: "bob", dish: "Pie")
        store.send(.order(pie)) { $0.board.orders = [Order(name: "eve", dish: "Pizza"), pie] }
        store.send(.withdraw(name: "ada"))
        store.send(.withdraw(name: "eve")) { $0.board.orders = [pie] }
    }

    @Test("Only an admin closes the list, and the countdown closes it") func countdown() {
        let store = store()
        store.send(.close(inMinutes: 1, by: "bob"))
        store.send(.close(inMinutes: 1, by: "ada")) { $0.board.secondsLeft = 60 }
        for second in (0..<60).reversed() {
            store.clock.advance(by: .seconds(1))
            store.receive(.tick(.init())) { $0.board.secondsLeft = second }
        }
        store.send(.order(Order(name: "bob", dish: "Soup")))
        store.send(.open(by: "bob"))
        store.send(.open(by: "ada")) { $0.board.secondsLeft = nil }
        store.send(.order(Order(name: "bob", dish: "Soup"))) { $0.board.orders = [Order(name: "bob", dish: "Soup")] }
        store.send(.clear(by: "bob"))
        store.send(.clear(by: "ada")) { $0.board = Board() }
    }

    @Test("The most popular dish is first") func dishes() {
        let dishes = board([
            .init(name: "a", dish: "Soup"), .init(name: "b", dish: "Pie"), .init(name: "c", dish: "Soup"),
        ])
        .dishes
        #expect(dishes.map(\.name) == ["Soup", "Pie"] && dishes.map(\.count) == [2, 1])
    }
}

@MainActor @Suite("The pages") struct PageTests {
    private let lunch: RemoteStore<Lunch>
    private let shared = {
        var board = Board()
        board.orders = [Order(name: "eve", dish: "Pizza")]
        return board
    }()

    init() { lunch = Store(Lunch.State(), Lunch(admins: ["ada"]), on: Engine()).remote }

    private func today(_ account: String?) -> Today {
        Today(lunch: lunch, visitor: Visitor(identity: account.map { Identity($0) }), admins: ["ada"])
    }

    private func admin(_ account: String) -> TestStore<Admin> {
        let store = TestStore(Admin(lunch: lunch, visitor: Visitor(identity: Identity(account)), admins: ["ada"]))
        store.complete(RemoteObservation(\.board, of: lunch), with: shared) { $0.board = shared }
        return store
    }

    @Test("A stranger sees the list and the sign-in, and orders nothing") func stranger() {
        let store = TestStore(today(nil))
        store.complete(RemoteObservation(\.board, of: lunch), with: shared) { $0.board = shared }
        store.send(.order("Soup"))
        let page = today(nil).render(store.state)
        #expect(page.text.contains("I am new here") && !page.text.contains("Sign out"))
    }

    @Test("A person orders, and only an admin sees the link to the admin's page") func person() {
        let (bob, ada) = (today("bob"), today("ada"))
        let store = TestStore(bob)
        store.complete(RemoteObservation(\.board, of: lunch), with: shared) { $0.board = shared }
        store.send(.order(" "))
        store.send(.order("Soup"))
        store.answer(RemoteSend(.order(Order(name: "bob", dish: "Soup")), to: lunch), with: .end)
        #expect(!bob.render(store.state).text.contains("Admin"))
        #expect(ada.render(ada.state(for: ())).text.contains("Admin"))
    }

    @Test("The admin's page has no effect for anybody else") func admin() {
        admin("bob").send(.clear)
        let ada = admin("ada")
        ada.send(.close(inMinutes: 15))
        ada.answer(RemoteSend(.close(inMinutes: 15, by: "ada"), to: lunch), with: .end)
    }
}
