/// The order of a column's rows, for assistive technology and style sheets.
public enum SortOrder: String, Sendable {
    /// From small to large.
    case ascending
    /// From large to small.
    case descending
    /// Not sorted by this column.
    case none
}
