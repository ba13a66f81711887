/// Returns the duration in whole nanoseconds, at most 18 years, so that the sum of a few durations does not overflow.
package func nanoseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return isTooLong ? (seconds < 0 ? 0 : .max / 16) : max(0, min(whole + attoseconds / 1_000_000_000, .max / 16))
}
