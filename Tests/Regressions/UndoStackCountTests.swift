import MillraceExtras
import Testing

// Symptom: an exploration of a feature with undo had no end, because a stack counted all changes, also those that were undone.
// Correct behavior: two stacks with the same steps are equal.
struct UndoStackCountTests {
    @Test("Undo · a step that is undone and made again gives the stack of before") func madeAgain() {
        var stack = UndoStack<Int>()
        stack.record(1)
        let once = stack
        #expect(stack.undo(from: 2) == 1)
        let undone = stack
        stack.record(1)
        #expect(stack == once)
        #expect(stack.undo(from: 2) == 1)
        #expect(stack == undone)
    }

    @Test("Undo · a group that has ended leaves the stack as its step does") func endedGroup() {
        var (grouped, single) = (UndoStack<Int>(), UndoStack<Int>())
        grouped.record(1, as: .untilPause)
        grouped.record(2, as: .untilPause)
        grouped.endGroup()
        single.record(1)
        #expect(grouped == single)
    }
}
