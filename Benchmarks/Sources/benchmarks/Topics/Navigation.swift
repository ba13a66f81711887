import MillraceKit

/// N1 and N2: windows with many scenes.
@MainActor func navigation() -> [Topic] {
    [
        Topic(
            workloads: Curve.sizes.map { size in
                Workload(presenting(size)) {
                    let (engine, host) = (Engine(), CountingHost())
                    let window = makeWindow(of: size, on: engine)
                    window.attach(host)
                    let root = window.store(of: window.tree.scenes[0].id, as: Screen.self).unsafelyUnwrapped
                    return { count in
                        // Keeps the window alive.
                        _ = (window, host)
                        for _ in 0..<count {
                            root.send(.open(.present))
                            root.send(.open(.closeLayer))
                        }
                    }
                }
            },
            curve: Curve(title: "a module presented and dismissed, with a host", unit: "scenes", name: presenting),
            rows: { costs in
                [
                    Row(
                        "N1", "a module presented and dismissed among 1,000", costs, presenting(1_000),
                        over: presenting(10),
                        atMost: 1.2)
                ]
            }),
        Topic(
            workloads: Curve.sizes.map { size in
                Workload(messaging(size)) {
                    let engine = Engine()
                    let window = makeWindow(of: size, on: engine)
                    let stores = window.tree.scenes.compactMap { window.store(of: $0.id, as: Screen.self) }
                    var turn = 0
                    return { count in
                        _ = window
                        turn += 1
                        let store = stores[turn * 37 % size]
                        for _ in 0..<count { store.send(.count) }
                    }
                }
            },
            curve: Curve(title: "a message to one scene", unit: "scenes", name: messaging),
            rows: { costs in
                [
                    Row(
                        "N2", "a message to one of 1,000 scenes", costs, messaging(1_000), over: messaging(10),
                        atMost: 1.1)
                ]
            }),
    ]
}

private func presenting(_ scenes: Int) -> String { "present and dismiss among \(scenes) scenes" }
private func messaging(_ scenes: Int) -> String { "a message to one of \(scenes) scenes" }
