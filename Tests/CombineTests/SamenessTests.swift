#if canImport(Combine) || OpenCombine || App
    #if canImport(Combine)
        import Combine
    #else
        import OpenCombine
    #endif
    import Millrace
    import MillraceCombine
    import TestSupport
    import Testing

    // The column of law 12 for publishers. Law12OneSamenessTests has the others.

    @MainActor struct SamenessTests {
        @Test("L12 · a publisher publishes only values that have changed", arguments: SameInput.all)
        func publishers(input: SameInput) async throws { try await input.check(in: PublisherPlace()) }

        private struct PublisherPlace: ComparisonPlace {
            func check<Value: ComparedValue>(_ values: ComparedValues<Value>) async throws {
                try await withEngine { engine, _ in
                    let store = Store(Holder<Value>.State(values.fresh), Holder(), on: engine)
                    var count = 0
                    let subscription = store.publisher(for: \.value).sink { _ in count += 1 }
                    store.send(.set(values.fresh))
                    #expect(count == 1)
                    store.send(.set(values.other))
                    #expect(count == 2)
                    subscription.cancel()
                }
            }
        }
    }
#endif
