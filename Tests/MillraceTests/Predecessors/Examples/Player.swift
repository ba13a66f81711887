import Millrace

/// A player with a name and a level.
struct Player: Reducer {
    struct State: Equatable {
        var name: String
        var level = 1
    }

    enum Action { case levelUp, rename(String) }

    func reduce(_ player: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .levelUp: player.level += 1
        case .rename(let name): player.name = name
        }
        return .none
    }
}

/// A monster. Its output says that it was slain.
struct Monster: Reducer {
    struct State: Equatable { var strength: Int }
    enum Action { case hit(Int) }
    enum Output { case slain }

    func reduce(_ monster: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .hit(let force):
            monster.strength -= force
            return monster.strength > 0 ? .none : .output(.slain)
        }
    }
}

/// A game with a player and monsters.
struct Game: Reducer {
    struct State: Equatable {
        var player: Player.State
        var monsters: [String: Monster.State] = [:]
    }

    enum Action {
        case player(Player.Action)
        case monster(String, Monster.Action)
        case slain(String)
    }

    func reduce(_ game: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .player(let action):
            return Player().reduce(&game.player, action).map(Action.player, at: \.player)
        case .monster(let name, let action):
            return Monster().reduce(&game.monsters, id: name, action)
                .map(Action.monster, output: { name, _ in .slain(name) }, at: \.monsters, id: name)
        case .slain(let name):
            game.monsters[name] = nil
            return .send(.player(.levelUp))
        }
    }
}

/// Shows the player's level while it is on screen.
@MainActor final class PlayerScreen {
    private let game: Store<Game>
    private let onScreen = SubscriptionBag()
    private(set) var label = ""

    init(_ game: Store<Game>) { self.game = game }

    func appear() {
        game.subscribe(to: \.player.level, owner: self) { [unowned self] in label = "Level \($0)" }.store(in: onScreen)
    }

    func disappear() { onScreen.cancelAll() }

    func pressLevelUp() { game.send(.player(.levelUp)) }
}

@MainActor func playOneGame(on engine: Engine) -> [String] {
    let game = Store(Game.State(player: Player.State(name: "Ada")), Game(), on: engine)
    let screen = PlayerScreen(game)
    screen.appear()
    let first = screen.label
    screen.pressLevelUp()
    return [first, screen.label]
}

/// An event that changes a player. Each type has its own change.
protocol PlayerEvent: Sendable {
    func happen(to player: inout Player.State)
}

struct LevelUp: PlayerEvent {
    func happen(to player: inout Player.State) { player.level += 1 }
}

struct Rename: PlayerEvent {
    let name: String
    func happen(to player: inout Player.State) { player.name = name }
}

struct OpenPlayer: Reducer {
    func reduce(_ player: inout Player.State, _ event: any PlayerEvent) -> Flow<Self> {
        event.happen(to: &player)
        return .none
    }
}
