import MillraceAccounts
import MillraceKit
import MillraceTesting
import MillraceWeb
import Testing

@testable import LunchCore
import LunchViews

@MainActor @Suite("The shared list") struct LunchTests {
    private func loaded(_ board: Board = Board()) -> TestStore<Lunch> {
        var state = Lunch.State()
        (state.file.board, state.isLoaded) = (board, true)
        return TestStore(state, Lunch(admins: ["ada"]))
    }

    private func board(_ orders: [Order] = [], secondsLeft: Int? = nil) -> Board {
        var board = Board()
        (board.orders, board.secondsLeft) = (orders, secondsLeft)
        return board
    }

    private func file(_ board: Board) -> LunchFile {
        var file = LunchFile()
        file.board = board
        return file
    }

    @Test("Loads the file, and changes nothing before") func load() {
        let store = TestStore(Lunch.State(), Lunch(admins: []))
        store.send(.order(Order(name: "bob", dish: "Soup")))
        store.send(.load)
        let content = file(board([Order(name: "eve", dish: "Pizza")]))
        store.complete(LoadFile(), with: content) { ($0.file, $0.isLoaded) = (content, true) }
    }

    @Test("Each person has one order, and withdraws only their own") func orders() {
        let store = loaded(board([Order(name: "bob", dish: "Soup"), Order(name: "eve", dish: "Pizza")]))
        let pie = Order(name: "bob", dish: "Pie")
        let after = board([Order(name: "eve", dish: "Pizza"), pie])
        store.send(.order(pie)) { ($0.file.board, $0.isSaved) = (after, false) }
        store.complete(SaveFile(file: file(after)), with: ()) { $0.isSaved = true }
        store.send(.withdraw(name: "ada"))
        let last = board([pie])
        store.send(.withdraw(name: "eve")) { ($0.file.board, $0.isSaved) = (last, false) }
        store.complete(SaveFile(file: file(last)), with: ()) { $0.isSaved = true }
    }

    @Test("Only an admin closes the list, and the countdown closes it") func countdown() {
        let store = loaded()
        store.send(.close(inMinutes: 1, by: "bob"))
        store.send(.close(inMinutes: 1, by: "ada")) { ($0.file.board.secondsLeft, $0.isSaved) = (60, false) }
        store.complete(SaveFile(file: file(board(secondsLeft: 60))), with: ()) { $0.isSaved = true }
        for second in (1..<60).reversed() {
            store.clock.advance(by: .seconds(1))
            store.receive(.tick(.init())) { $0.file.board.secondsLeft = second }
        }
        store.clock.advance(by: .seconds(1))
        store.receive(.tick(.init())) { ($0.file.board.secondsLeft, $0.isSaved) = (0, false) }
        store.complete(SaveFile(file: file(board(secondsLeft: 0))), with: ()) { $0.isSaved = true }
        store.send(.order(Order(name: "bob", dish: "Soup")))
        store.send(.open(by: "bob"))
        store.send(.open(by: "ada")) { ($0.file.board.secondsLeft, $0.isSaved) = (nil, false) }
        store.complete(SaveFile(file: file(board())), with: ()) { $0.isSaved = true }
    }

    @Test("Shows why a save failed, and saves again") func retry() {
        let store = loaded(board([Order(name: "bob", dish: "Soup")]))
        store.send(.clear(by: "ada")) { ($0.file.board, $0.isSaved) = (Board(), false) }
        store.fail(SaveFile(file: file(Board())), with: FileFailure("The disk is full.")) {
            $0.problem = "The disk is full."
        }
        store.send(.retry) { $0.problem = nil }
        store.complete(SaveFile(file: file(Board())), with: ()) { $0.isSaved = true }
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

    init() { lunch = Store(Lunch.State(), Lunch(admins: ["ada"]), on: Engine()).remote }

    private func today(_ account: String?) -> Today {
        Today(lunch: lunch, visitor: Visitor(identity: account.map { Identity($0) }), admins: ["ada"])
    }

    private func admin(_ account: String) -> TestStore<Admin> {
        let store = TestStore(Admin(lunch: lunch, visitor: Visitor(identity: Identity(account)), admins: ["ada"]))
        store.complete(RemoteObservation(\.shown, of: lunch), with: ShownBoard(isLoaded: true)) {
            $0.shown.isLoaded = true
        }
        return store
    }

    @Test("A stranger sees the list and the sign-in, and orders nothing") func stranger() {
        let store = TestStore(today(nil))
        store.complete(RemoteObservation(\.shown, of: lunch), with: ShownBoard(isLoaded: true)) {
            $0.shown.isLoaded = true
        }
        store.send(.order("Soup"))
        let page = today(nil).render(store.state)
        #expect(page.text.contains("I am new here") && !page.text.contains("Sign out"))
    }

    @Test("A person orders, and only an admin sees the link to the admin's page") func person() {
        let (bob, ada) = (today("bob"), today("ada"))
        let store = TestStore(bob)
        store.complete(RemoteObservation(\.shown, of: lunch), with: ShownBoard(isLoaded: true)) {
            $0.shown.isLoaded = true
        }
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
