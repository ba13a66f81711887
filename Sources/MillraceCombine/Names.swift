// Millrace has a type Subscription too.
#if canImport(Combine)
    import Combine

    typealias CombineSubscription = Combine.Subscription
#elseif OpenCombine || App
    import OpenCombine

    typealias CombineSubscription = OpenCombine.Subscription
#endif
