import GuideBlocks
import Millrace
import MillraceExtras
import Testing

/// What the guide on operators shows is compiled and run here.
@MainActor struct OperatorGuideTests {
    @Test("Guides · an album with a child of every kind")
    func album() async throws {
        try await withEngineFixture { fixture in
            fixture.engine.handle(Play.self) { _ in }
            let store = Store(Album.State(), Album(), on: fixture.engine)
            store.send(.slideshow(.play))
            store.send(.add(1))
            store.send(.photo(1, .like))
            store.send(.open(1))
            store.send(.crop(.turn))
            store.send(.crop(.done))
            #expect(store.state.isPlaying && store.state.photos[1]?.likes == 1)
            #expect(store.state.screen == .grid && store.state.share == nil)
            store.send(.share)
            store.send(.shared(.like))
            #expect(store.state.share?.likes == 2)
        }
    }

    @Test("Guides · an operator of one's own")
    func own() async throws {
        try await withEngineFixture { fixture in
            let store = Store(0, Capped(base: Wrapped(Countdown()), limit: 2), on: fixture.engine)
            store.send(5)
            #expect(store.state == 2)
        }
    }

    @Test("Guides · the code of the guide is the code that is run")
    func guide() throws {
        let guide = try Guide(at: "Sources/Millrace/Millrace.docc/Operators.md")
        #expect(guide.blocks.count >= 6)
        #expect(try guide.strays(in: "Tests/MillraceTests/Operators") == [])
    }
}

struct Play: Command, Equatable { typealias Output = Void }

struct Slideshow: Reducer {
    enum Action { case play, played(Event<Play>) }
    func reduce(_ isPlaying: inout Bool, _ action: Action) -> Flow<Self> {
        guard case .play = action else { return .none }
        isPlaying = true
        return .execute(Play(), as: Action.played)
    }
}

struct Photo: Reducer {
    struct State: Equatable { var likes = 0 }
    enum Action { case like }
    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        state.likes += 1
        return .none
    }
}

struct Crop: Reducer {
    struct State: Equatable { let photo: Int; var angle = 0 }
    enum Action { case turn, done }
    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .turn: state.angle += 90
        case .done: return .output(state.angle)
        }
        return .none
    }
    typealias Output = Int
}

struct Album: ComposedReducer {
    enum Screen: Equatable {
        case grid, crop(Crop.State)
        var crop: Crop.State? { if case .crop(let it) = self { it } else { nil } }
    }
    struct State {
        var isPlaying = false
        var share: Photo.State?
        var screen = Screen.grid
        var photos: [Int: Photo.State] = [:]
    }
    enum Action {
        case slideshow(Slideshow.Action), shared(Photo.Action), crop(Crop.Action), photo(Int, Photo.Action)
        case add(Int), open(Int), share, cropped(Int)
        var slideshow: Slideshow.Action? { if case .slideshow(let it) = self { it } else { nil } }
        var shared: Photo.Action? { if case .shared(let it) = self { it } else { nil } }
        var crop: Crop.Action? { if case .crop(let it) = self { it } else { nil } }
        var photo: (Int, Photo.Action)? { if case .photo(let id, let it) = self { (id, it) } else { nil } }
    }

    var body: some ReducerBody<Self> {
        Scope(\.isPlaying, action: .case(Action.slideshow, \.slideshow)) { Slideshow() }
        Reduce(album)
            .ifLet(\.share, action: .case(Action.shared, \.shared)) { Photo() }
            .ifCase(\.screen, Screen.crop, \.crop, action: .case(Action.crop, \.crop, output: Action.cropped)) {
                Crop()
            }
            .forEach(\.photos, action: .case(Action.photo, \.photo)) { Photo() }
    }

    func album(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .add(let id): state.photos[id] = Photo.State()
        case .open(let id): state.screen = .crop(Crop.State(photo: id))
        case .share: state.share = state.photos[1]
        case .cropped: state.screen = .grid
        case .slideshow, .shared, .crop, .photo: break
        }
        return .none
    }
}

/// Keeps a number below a limit.
struct Capped<Base: ReducerBody>: ReducerBody where Base.Feature.State == Int {
    typealias Feature = Base.Feature
    let base: Base
    let limit: Int

    func reduceFeature(_ number: inout Int, _ action: Feature.Action) -> Flow<Feature> {
        let flow = base.reduceFeature(&number, action)
        number = min(number, limit)
        return flow
    }

    func declareCommands(for number: Int, _ commands: inout ActiveCommands<Feature>) {
        base.declareCommands(for: number, &commands)
    }
}
