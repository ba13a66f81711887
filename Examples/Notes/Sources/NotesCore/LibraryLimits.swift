/// The limits of all notes together, including deleted ones that can be restored.
///
/// Everyone who can open the page can add notes. Without limits, one client could fill the memory and the disk, and delay all
/// others.
package struct LibraryLimits: Hashable, Sendable {
    /// The maximum number of notes. The program holds their headlines in memory, and each window filters and sorts them.
    package var notes = 20_000
    /// The maximum length of all texts and published copies, in bytes of UTF-8. A search can read all of them. The database has about twice the size.
    package var bytes = 250_000_000

    package init() {}
}
