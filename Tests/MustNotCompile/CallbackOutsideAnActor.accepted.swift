import MillraceExtras
import Millrace

final class Story { var lines: [String] = [] }

@MainActor struct Teller: @MainActor Middleware {
    let story: Story

    @MainActor func intercept(_ message: Message) -> Decision {
        let receipt = message.receipt
        receipt.whenFinished { _ in story.lines.append("done") }
        return .pass
    }
}
