import Millrace
import MillraceExtras

struct Folder: Identifiable, Equatable, Sendable {
    let id: Int
    var name: String
}

struct FindFolders: Command, Equatable { typealias Output = [Folder] }

struct CloseFolder: Command, Equatable {
    typealias Output = Void
    let id: Folder.ID
}

struct ShowAlert: Command, Equatable {
    typealias Output = Void
    let title: String
    let text: String
}

/// The user's folders. A closed folder is removed at once, and restored if the server does not close it.
struct FolderList: Reducer {
    struct State: Equatable {
        var folders: [Folder] = []
        var problem: String?
    }

    enum Action {
        case refresh
        case found(Event<FindFolders>)
        case close(Folder.ID)
        case closed(Folder, Event<CloseFolder>)
    }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .refresh:
            return .execute(FindFolders(), as: Action.found, policy: .latest)
        case .found(.progress):
            state.problem = nil
        case .found(.data(let folders)):
            state.folders = folders
        case .found(.failure(let error)):
            state.problem = "\(error)"
        case .close(let id):
            guard let folder = state.folders[id: id] else { return .none }
            state.folders[id: id] = nil
            return .execute(CloseFolder(id: id), as: { .closed(folder, $0) })
        case .closed(let folder, .failure):
            state.folders[id: folder.id] = folder
            return .execute(ShowAlert(title: "\(folder.name) is still open", text: "The server did not close it."))
        case .closed:
            break
        }
        return .none
    }
}

/// The server of the folders.
protocol FolderServer: Sendable {
    func folders() async throws -> [Folder]
    func close(_ id: Folder.ID) async throws
}

@MainActor func openFolders(_ server: some FolderServer, alert: @escaping (ShowAlert) -> Void) -> Store<FolderList> {
    let engine = Engine()
    engine.handle(FindFolders.self, reportsStart: true) { _ in try await server.folders() }
    engine.handle(CloseFolder.self) { try await server.close($0.id) }
    engine.handle(ShowAlert.self) { alert($0) }
    return Store(FolderList.State(), FolderList(), on: engine)
}
