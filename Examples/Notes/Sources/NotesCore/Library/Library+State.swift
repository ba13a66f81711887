extension Library {
    /// The state that all windows share. Each part belongs to a module.
    package struct State: Hashable, Codable, Sendable {
        /// The notes of the list and the deleted notes.
        package internal(set) var collection = NoteCollection.State()
        /// The notes that windows show.
        package internal(set) var openNotes = OpenNotes.State()
        /// The published notes.
        package internal(set) var publications = Publications.State()
        /// The preferences that all windows share.
        package internal(set) var preferences = SharedPreferences.State()
        /// The notes that are being created or imported.
        package internal(set) var newNotes = NewNotes.State()
        /// The failures of the storage.
        package internal(set) var problems = Problems.State()

        /// The notes whose texts were stored last.
        package internal(set) var textChanges = TextChanges()
        /// How often the followed addresses have changed.
        package internal(set) var followedChanges = 0

        /// The state before anything is loaded.
        package init() {}

        /// Whether the storage has been loaded.
        package var isLoaded: Bool { collection.isLoaded }

        /// Whether the storage has been loaded, or loading it has failed.
        package var hasAnswered: Bool { isLoaded || !problems.all.isEmpty }

        /// Whether all texts, pins, deletions and preferences are on the disk.
        package var isSaved: Bool { collection.isSaved && openNotes.isSaved && preferences.isSaved }
    }
}
