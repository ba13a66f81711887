package import MillraceKit

/// The links from the list to other modules. A window has at most one sheet and one import panel.
package struct ListMenu: Reducer {
    /// The modules that the list shows beside it.
    package struct State: Hashable, Codable, Sendable {
        /// Whether the import panel is shown.
        var hasImportPanel = false
        /// Whether a sheet is presented. Then no second one is presented.
        var hasSheet = false

        /// Creates the state without a panel and a sheet.
        package init() {}
    }

    /// The actions of the module.
    package enum Action: Equatable, Codable, Sendable {
        case showDeleted
        case settings
        case about
        case following
        /// Opens the published note with a token.
        case read(String)
        /// Shows the import panel, if it is not shown.
        case showImport
        /// The import panel was closed.
        case importClosed
        /// The sheet was closed.
        case sheetClosed
    }

    /// The transitions to other modules.
    package enum Transition: Hashable, Codable, Sendable {
        case deleted, settings, about, following, importing
        case published(String)
    }

    package init() {}

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .showDeleted: return presentSheet(.deleted, &state)
        case .settings: return presentSheet(.settings, &state)
        case .about: return .transition(.about)
        case .following: return .transition(.following)
        case .read(let token): return .transition(.published(token))
        case .showImport:
            guard !state.hasImportPanel else { break }
            state.hasImportPanel = true
            return .transition(.importing)
        case .importClosed: state.hasImportPanel = false
        case .sheetClosed: state.hasSheet = false
        }
        return .none
    }

    /// Presents a sheet, if there is none.
    private func presentSheet(_ sheet: Transition, _ state: inout State) -> Flow<Self> {
        guard !state.hasSheet else { return .none }
        state.hasSheet = true
        return .transition(sheet)
    }
}
