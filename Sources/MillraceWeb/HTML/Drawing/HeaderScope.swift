/// The cells that a header cell of a table heads.
public enum HeaderScope: String, Sendable {
    /// The cells of its column.
    case column = "col"
    /// The cells of its row.
    case row
    /// The cells of its group of columns.
    case columnGroup = "colgroup"
    /// The cells of its group of rows.
    case rowGroup = "rowgroup"
}
