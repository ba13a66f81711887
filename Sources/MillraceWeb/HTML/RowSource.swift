/// The values of a loop and how to render them, without their types.
///
/// The closures are made in inlinable code, so that values are compared by code that is specialized for their type.
@usableFromInline final class RowSource {
    /// The values: an array of their type.
    let values: Any
    let count: Int
    /// Returns how many values are equal at the start and at the end of both sources. Returns `nil` if they have
    /// different types or depend on different inputs.
    let equalRuns: (_ old: Any) -> (prefix: Int, suffix: Int)?
    let isEqual: (_ index: Int, _ old: Any, _ oldIndex: Int) -> Bool
    /// Returns the hash of a value's key.
    let identity: (Int) -> UInt64
    let render: (Int) -> RowContent

    @usableFromInline init(
        values: Any, count: Int, equalRuns: @escaping (Any) -> (prefix: Int, suffix: Int)?,
        isEqual: @escaping (Int, Any, Int) -> Bool, identity: @escaping (Int) -> UInt64,
        render: @escaping (Int) -> RowContent
    ) {
        (self.values, self.count, self.equalRuns, self.isEqual) = (values, count, equalRuns, isEqual)
        (self.identity, self.render) = (identity, render)
    }
}

/// The rendered content of a row, without the type of its actions.
@usableFromInline struct RowContent {
    let nodes: [HTMLNode]
    @usableFromInline init<Action>(_ html: HTML<Action>, key: some Hashable) {
        nodes = html.nodes.addingFieldKey { FieldKey.text(of: key, at: $0) }
    }
}

/// The values of a loop, and the input that all of its rows depend on.
///
/// They are compared by `==` alone. The row of a value that does not equal itself is created again, which changes nothing in the page.
@usableFromInline struct RowValues<Value: Equatable, Input: Equatable> {
    @usableFromInline let values: [Value]
    @usableFromInline let input: Input

    @inlinable init(_ values: [Value], _ input: Input) { (self.values, self.input) = (values, input) }

    @inlinable func equalRuns(_ old: RowValues) -> (prefix: Int, suffix: Int)? {
        guard input == old.input else { return nil }
        let least = min(values.count, old.values.count)
        var (prefix, suffix) = (0, 0)
        while prefix < least, values[prefix] == old.values[prefix] { prefix += 1 }
        while suffix < least - prefix,
            values[values.count - 1 - suffix] == old.values[old.values.count - 1 - suffix]
        { suffix += 1 }
        return (prefix, suffix)
    }
}

/// Creates the content of each value, and skips the values that have not changed: their content is neither created nor
/// compared.
///
/// ```swift
/// ul { each(equatable: state.posts, id: \.id) { post in li { post.title } } }
/// ```
/// `content` must depend only on the value. To use anything else, make it a part of the value, or use
/// ``each(equatable:id:dependingOn:content:)``. Otherwise the page continues to show the former content. In pages with
/// many rows, this loop is much faster. ``each(_:id:content:)`` has no such condition.
///
/// A row that is compared again, or whose button is pressed, is created once more from its value. The page keeps no
/// elements of rows without live fields, so a row needs little memory.
///
/// Rows are skipped if each value creates exactly one element without a ``region(_:)`` or a dismiss button, and if the
/// loop has no modifiers. Otherwise all rows are created, as by ``each(_:id:content:)``. This also applies to such a
/// loop within a row of another one.
@inlinable public func each<Values: Sequence, ID: Hashable, Action>(
    equatable values: Values, id: @escaping (Values.Element) -> ID,
    @HTMLBuilder<Action> content: @escaping (Values.Element) -> HTML<Action>
) -> HTML<Action> where Values.Element: Equatable {
    each(equatable: values, id: id, dependingOn: true) { value, _ in content(value) }
}

/// Creates the content of each value, identifies it by its `id`, and skips the values that have not changed.
///
/// See ``each(equatable:id:content:)`` for the conditions.
@inlinable public func each<Values: Sequence, Action>(
    equatable values: Values, @HTMLBuilder<Action> content: @escaping (Values.Element) -> HTML<Action>
) -> HTML<Action> where Values.Element: Equatable & Identifiable {
    each(equatable: values, id: \.id, dependingOn: true) { value, _ in content(value) }
}

/// Creates the content of each value from the value and `input`. Skips the values that have not changed while `input`
/// is the same. If `input` has changed, all rows are created.
///
/// ```swift
/// ul { each(equatable: state.posts, id: \.id, dependingOn: state.query) { post, query in row(post, marking: query) } }
/// ```
/// See ``each(equatable:id:content:)`` for the conditions. An input that concerns single rows, such as the selection,
/// is better a part of their values.
@inlinable public func each<Values: Sequence, ID: Hashable, Input: Equatable, Action>(
    equatable values: Values, id: @escaping (Values.Element) -> ID, dependingOn input: Input,
    @HTMLBuilder<Action> content: @escaping (Values.Element, Input) -> HTML<Action>
) -> HTML<Action> where Values.Element: Equatable {
    let rows = RowValues(Array(values), input)
    return HTML(
        RowSource(
            values: rows, count: rows.values.count,
            equalRuns: { old in (old as? RowValues<Values.Element, Input>).flatMap { rows.equalRuns($0) } },
            isEqual: { index, old, oldIndex in
                (old as? RowValues<Values.Element, Input>).map { rows.values[index] == $0.values[oldIndex] }
                    ?? false
            },
            identity: { index in
                var hasher = Hasher()
                hasher.combine(id(rows.values[index]))
                return UInt64(bitPattern: Int64(hasher.finalize()))
            },
            render: { index in
                let value = rows.values[index]
                return RowContent(content(value, rows.input), key: id(value))
            }))
}
