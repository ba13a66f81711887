import MillraceKit
import MillraceWeb

/// The page: a list of posts that changes continuously.
struct Feed: Module {
    struct Post: Identifiable, Equatable {
        let id: Int
        var title: String
        var likes = 0
    }

    struct State {
        var posts: [Post]
        /// The time of the last change, in nanoseconds of the monotonic clock.
        var changed: Int64 = 0
    }

    enum Action: Sendable { case changed(Int, at: Int64), shuffled(at: Int64), like(Int) }

    /// The number of posts.
    let posts: Int

    func state(for _: Void) -> State {
        State(
            posts: (1...posts).map { Post(id: $0, title: "A post about the number \($0), and what it means to others") }
        )
    }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .changed(let number, let moment):
            state.posts[number % state.posts.count].likes += 1
            state.changed = moment
        case .shuffled(let moment):
            // The same order in each run.
            state.posts = stride(from: 0, to: 7, by: 1).flatMap { first in
                stride(from: first, to: state.posts.count, by: 7).map { state.posts[$0] }
            }
            state.changed = moment
        case .like(let id): state.posts[id - 1].likes += 1
        }
        return .none
    }
}

/// A command whose handler retains the marker of a session.
struct Ping: Command { typealias Output = Void }

extension Feed: WebModule {
    func view(_ state: State) -> HTML<Action> {
        header {
            h1 { "Feed" }
            p { "at \(state.changed)" }.class("moment")
        }
        ul {
            each(equatable: state.posts) { post in
                li {
                    h2 { post.title }
                    p { "Somebody wrote this some time ago, and others like it." }
                    button("\(post.likes) likes", send: .like(post.id)).class("like")
                }
                .class("post")
            }
        }
    }
}
