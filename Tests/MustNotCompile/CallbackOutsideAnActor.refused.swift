import MillraceExtras
import Millrace

final class Story { var lines: [String] = [] }

struct Teller: Middleware {
    let story: Story

    func intercept(_ message: Message) -> Decision {
        let receipt = message.receipt
        receipt.whenFinished { _ in story.lines.append("done") }  // refused: in a synchronous nonisolated context
        return .pass
    }
}
