import Millrace

final class Story { var lines: [String] = [] }

@MainActor struct Teller: @MainActor Middleware {
    let story: Story

    @MainActor func intercept(_ message: Message, next: Next) {
        next(message).whenFinished { _ in story.lines.append("done") }
    }
}
