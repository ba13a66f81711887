#if Web
    // Former names, used by Tests/Regressions/HeadAtTheLastMomentTests.swift only. Delete this file with the last use.
    typealias Alarms = TimerQueue
    typealias Wire = Connection
#endif
