import Millrace

@testable import MillraceWeb

extension EffectWait {
    /// A wait on a clock that only its own sleeps advance. They return at once.
    static func counting() -> EffectWait {
        let time = Lock(Duration.zero)
        return EffectWait(
            sleep: { duration in time.withLock { $0 += duration } }, now: { time.withLock { $0 } })
    }
}
