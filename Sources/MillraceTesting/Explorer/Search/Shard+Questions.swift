import Millrace

extension Shard {
    /// Answers the questions of the other shards: the number of a new system state, or `.max` for a known one.
    @inlinable func answer(_ shards: [Shard]) {
        for shard in shards where shard !== self {
            answers[shard.index].removeAll(keepingCapacity: true)
            for question in shard.questions[index] {
                let isNew = seen.insert(question.fingerprint).isNew
                if isNew { origins.append(question.origin) }
                answers[shard.index].append(isNew ? UInt32(truncatingIfNeeded: number(ofPlace: seen.count &- 1)) : .max)
            }
        }
    }

    /// Keeps the system states that are new according to the other shards.
    @inlinable func takeAnswers(of shards: [Shard]) {
        for shard in shards where shard !== self {
            let (answers, target) = (shard.answers[index], shard.index)
            for place in answers.indices where answers[place] != .max {
                keep(asked[target][place], Int(answers[place]))
                let fingerprint = questions[target][place].fingerprint
                if let consistency, consistency.isMeant(fingerprint, seen.count) {
                    let world = asked[target][place]
                    plan(consistency, world, Int(answers[place])) { world }
                }
            }
            asked[target].removeAll(keepingCapacity: true)
            questions[target].removeAll(keepingCapacity: true)
        }
    }

    /// Moves a part of the next level to another shard.
    func give(_ surplus: Int, to other: Shard) {
        other.nextLevel += nextLevel.suffix(surplus)
        other.nextNumbers += nextNumbers.suffix(surplus)
        nextLevel.removeLast(surplus)
        nextNumbers.removeLast(surplus)
    }
}

/// The question whether a system state is new.
@usableFromInline struct Question {
    @usableFromInline let fingerprint: UInt64
    @usableFromInline let origin: (parent: UInt32, step: UInt32)

    @inlinable init(fingerprint: UInt64, origin: (parent: UInt32, step: UInt32)) {
        (self.fingerprint, self.origin) = (fingerprint, origin)
    }
}
