import Millrace

// A realistic application: a state of ten fields with six child features, and the content of twenty places on its screen.

struct Profile: Reducer {
    struct State: Equatable {
        var name = "Ada Lovelace"
        var email = "ada@example.org"
        var badges = ["math", "poetry", "engines"]
    }
    enum Action { case rename(String), addBadge(String) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .rename(let name): state.name = name
        case .addBadge(let badge):
            if state.badges.count < 8 { state.badges.append(badge) } else { state.badges.removeAll() }
        }
        return .none
    }
}

struct Mail: Reducer {
    struct Letter: Equatable, Identifiable {
        let id: Int
        var subject: String
        var isRead = false
        var tags = ["a", "b"]
    }
    struct State: Equatable {
        var rows = (0..<50).map { Letter(id: $0, subject: "Subject number \($0) of the mail") }
        var selected: Int?
        var query = ""
    }
    enum Action { case select(Int), toggleRead(Int), search(String) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .select(let index): state.selected = index
        case .toggleRead(let index): state.rows[index].isRead.toggle()
        case .search(let query): state.query = query
        }
        return .none
    }
}

struct Settings: Reducer {
    struct State: Equatable {
        var values = ["theme": "dark", "language": "de", "font": "Inter", "density": "cosy"]
        var fontSize = 12
    }
    enum Action { case set(String, String), fontSize(Int) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .set(let key, let value): state.values[key] = value
        case .fontSize(let size): state.fontSize = size
        }
        return .none
    }
}

struct Editor: Reducer {
    struct State: Equatable {
        var title = "Draft of a rather long title"
        var text = "Once upon a time there was an engine"
        var isDirty = false
    }
    enum Action { case type(String), clean }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .type(let text): (state.text, state.isDirty) = (text, true)
        case .clean: state.isDirty = false
        }
        return .none
    }
}

struct Project: Reducer {
    struct State: Equatable, Identifiable {
        let id: Int
        var name: String
        var done = Array(repeating: false, count: 12)
    }
    enum Action { case toggle(Int), rename(String) }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .toggle(let index): state.done[index].toggle()
        case .rename(let name): state.name = name
        }
        return .none
    }
}

struct Player: Reducer {
    struct State: Equatable {
        var track = 0
        var position = 0.0
        var queue = Array(0..<30)
    }
    enum Action { case tick(Double), next }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .tick(let seconds): state.position += seconds
        case .next:
            state.track &+= 1
            state.position = 0
        }
        return .none
    }
}

struct Load: Command {
    typealias Output = [String]
    var number: Int
}

struct App: Reducer {
    struct State {
        var profile = Profile.State()
        var mail = Mail.State()
        var settings = Settings.State()
        var editor: Editor.State? = Editor.State()
        var projects = Dictionary(
            uniqueKeysWithValues: (0..<20).map { ($0, Project.State(id: $0, name: "Project \($0) with a name")) })
        var player = Player.State()
        var counter = 0
        var log = (0..<20).map { "line \($0)" }
        var title = "The title of the window of it all"
        var flags: Set = ["beta", "metrics"]
    }
    enum Action {
        case profile(Profile.Action)
        case mail(Mail.Action)
        case settings(Settings.Action)
        case editor(Editor.Action)
        case project(Int, Project.Action)
        case player(Player.Action)
        case count
        case log(String)
        case load(Int)
        case loaded(Event<Load>)
    }

    let profile = Profile()
    let mail = Mail()
    let settings = Settings()
    let editor = Editor()
    let project = Project()
    let player = Player()

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .profile(let action):
            return profile.reduce(&state.profile, action).map(Action.profile, at: \.profile)
        case .mail(let action): return mail.reduce(&state.mail, action).map(Action.mail, at: \.mail)
        case .settings(let action):
            return settings.reduce(&state.settings, action).map(Action.settings, at: \.settings)
        case .editor(let action): return editor.reduce(&state.editor, action).map(Action.editor, at: \.editor)
        case .project(let id, let action):
            return project.reduce(&state.projects, id: id, action).map(Action.project, at: \.projects, id: id)
        case .player(let action): return player.reduce(&state.player, action).map(Action.player, at: \.player)
        case .count: state.counter &+= 1
        case .log(let line):
            if state.log.count >= 20 { state.log.removeFirst() }
            state.log.append(line)
        case .load(let number): return .execute(Load(number: number), as: Action.loaded)
        case .loaded(.data(let lines)):
            state.counter &+= lines.count
            state.title = lines[0]
        case .loaded: break
        }
        return .none
    }
}

/// The content of the screen.
extension App.State {
    var unreadCount: Int {
        var count = 0
        for row in mail.rows where !row.isRead { count += 1 }
        return count
    }
    var editorTitle: String { editor.map { $0.isDirty ? $0.title + " •" : $0.title } ?? "" }
    var selectedSubject: String? { mail.selected.map { mail.rows[$0].subject } }
    var doneCount: Int {
        var count = 0
        for (_, project) in projects { for isDone in project.done where isDone { count += 1 } }
        return count
    }
    var badgeCount: Int { profile.badges.count }
    var greeting: String { "Hello, " + profile.name }
    var isBeta: Bool { flags.contains("beta") }
    var theme: String { settings.values["theme"] ?? "" }
    var progress: Int { Int(player.position) }
    var lastLog: String? { log.last }
}

/// Counts messages by their kind.
struct CountKinds: Middleware {
    final class Counts { var byKind: [Message.Kind: Int] = [:] }
    let counts = Counts()

    func intercept(_ message: Message) -> Decision {
        counts.byKind[message.kind, default: 0] &+= 1
        return .pass
    }
}

/// Counts one kind of action.
struct Analytics: Middleware {
    final class Counts { var renames = 0 }
    let counts = Counts()

    func intercept(_ message: Message) -> Decision {
        if let action = message.payload as? App.Action, case .profile(.rename) = action { counts.renames &+= 1 }
        return .pass
    }
}

/// Passes messages while it is open.
struct Switch: Middleware {
    var isOpen = true

    func intercept(_ message: Message) -> Decision { isOpen ? .pass : .drop }
}
