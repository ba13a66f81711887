/// P15: the build time and the size of Millrace, measured by `Scripts/bench`.
@MainActor func builds(_ options: Options) -> Topic {
    Topic { _ in
        guard let time = options.building, let size = options.carrying else { return [] }
        return [
            Row("P15", "CPU time of a build, to that of one function", count: time, atMost: 8),
            Row("P15", "KB added to a counter, stripped", count: size / 1_000, atMost: 500),
        ]
    }
}
