import Millrace

// The labels of effects for the canonical form: which orders of effects make a difference.
extension EffectSimulator {
    /// Returns the label of an effect: which orders make a difference.
    func label(_ slot: Int32) -> CanonicalForm.Label {
        let effect = machine.effects[Int(slot)]
        var label = CanonicalForm.Label()
        (label.keepsOrder, label.keepsQueueOrder) = (false, false)
        label.word = timers[Int(slot)].word
        if effect.stage == .free || effect.stage == .ended { return label }
        label.keepsQueueOrder = effect.scope != 0 || (effect.flow >= 0 && table.sendsCancellation(effect.flow))
        label.keepsOrder = effect.child >= 0 && outlivesChild(effect)
        return label
    }

    /// Keeps the order of commands of one type, because `cancel` with the type cancels them in this order.
    func keepOrderOfTypes() {
        var last: [ObjectIdentifier: Int] = [:]
        for slot in labels.indices where labels[slot].keepsQueueOrder {
            let effect = machine.effects[slot]
            guard effect.kind == .command, effect.active == 0, let type = table.entries[Int(effect.flow)].command?.type
            else { continue }
            guard let other = last.updateValue(slot, forKey: type) else { continue }
            (labels[slot].keepsOrder, labels[other].keepsOrder) = (true, true)
        }
    }

    /// Whether a flow that follows the effect in a sequence belongs to another child.
    ///
    /// Removed children end in the order in which they began. Then the flows that follow have that order too, so it
    /// matters.
    private func outlivesChild(_ effect: EffectMachine.Effect) -> Bool {
        var scope = effect.scope
        while scope != 0 {
            if let flow = machine.sequence(of: scope), table.entries[Int(flow)].child != effect.child { return true }
            scope = machine.parent(of: scope)
        }
        return false
    }
}
