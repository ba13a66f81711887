/// P15: what it costs to build and to carry, as `Scripts/bench` has measured it.
@MainActor func building(_ options: Options) -> Topic {
    Topic { _ in
        guard let time = options.building, let size = options.carrying else { return [] }
        return [
            Row("P15", "CPU time of a build to that of one function", count: time, atMost: 8),
            Row("P15", "KB that it adds to a counter, stripped", count: size / 1_000, atMost: 500),
        ]
    }
}
