import MillraceKit

extension Library {
    /// Imports a folder, and shows the progress.
    func importNotes(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .importFolder(let folder):
            guard state.importing?.stage != .running else { return .none }
            state.importing = Import(folder: folder)
            return .execute(ImportNotes(folder: folder), as: Action.imported, policy: .first)
        case .imported(.progress(let progress)):
            state.add(progress.added)
            state.importing?.add(progress)
        case .imported(.data): end(.ended, &state)
        case .imported(.failure(let failure)): end(.failed(failure), &state)
        default: break
        }
        return .none
    }

    private func end(_ stage: Import.Stage, _ state: inout State) {
        state.importing?.stage = stage
        state.isImportEarly = false
        state.forgetPurgedNotes()
    }
}

extension Library.Import {
    fileprivate mutating func add(_ progress: ImportNotes.Progress) {
        (done, total) = (progress.done, progress.total)
        added += progress.added.count
        skipped += progress.skipped
    }
}
