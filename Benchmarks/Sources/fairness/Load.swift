/// The work that the clients at one address cause while the victim uses the server from another address.
struct Load: Sendable {
    let name: String
    /// The number of connections that do it at the same time.
    let connections: Int
    /// The number of notes that the server imports meanwhile.
    var importedNotes = 0
    /// The seconds after which a connection that has failed tries again.
    var pause = 0.5
    /// Runs once, before the connections.
    var prepare: @Sendable (inout Attacker) throws -> Void = { _ in }
    /// The work of one connection, which repeats it.
    let attack: @Sendable (inout Attacker) throws -> Void

    /// All loads.
    static let all = [
        Load(name: "slow-heads", connections: 300) { try $0.sendHeadSlowly() },
        Load(name: "readers", connections: 120) { try $0.requestWithoutReading() },
        Load(name: "reconnections", connections: 60, pause: 0) { try $0.reconnect() },
        Load(name: "presses", connections: 90) { try $0.pressRows() },
        Load(name: "texts", connections: 10) { try $0.typeLongTexts() },
        Load(name: "forms", connections: 10) { try $0.sendLargeForms() },
        Load(name: "uploads", connections: 20, importedNotes: 15_000) { try $0.upload() },
        Load(name: "sign-ins", connections: 20, prepare: { try $0.createAccount() }) { try $0.signInWrongly() },
        Load(name: "searches", connections: 90) { try $0.search() },
        Load(name: "bulk-changes", connections: 10) { try $0.changeManyNotes() },
        Load(name: "heavy-pages", connections: 40) { try $0.openHeavyPages() },
        Load(name: "followed-servers", connections: 20, prepare: { try $0.createAccount() }) {
            try $0.followSlowServers()
        },
    ]

    /// Does nothing. Its figures show how busy the machine is.
    static let none = Load(name: "none", connections: 0) { _ in }

    /// Returns the loads with this name, or all.
    static func named(_ name: String?) -> [Load] {
        name.map { name in ([none] + all).filter { $0.name == name } } ?? all
    }
}
