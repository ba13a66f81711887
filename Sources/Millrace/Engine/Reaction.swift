/// What somebody does with a command's events: waits, consumes and rescues, each part if given.
public struct Reaction<C: Command> {
    let wait: ((C.Progress) -> Void)?
    let consume: ((C.Output) -> Void)?
    let rescue: ((C.Failure) -> Void)?

    /// A reaction of these parts.
    public init(
        wait: ((C.Progress) -> Void)? = nil, consume: ((C.Output) -> Void)? = nil, rescue: ((C.Failure) -> Void)? = nil
    ) {
        (self.wait, self.consume, self.rescue) = (wait, consume, rescue)
    }

    func hear(_ event: Event<C>) {
        switch event {
        case .progress(let progress): wait?(progress)
        case .data(let output): consume?(output)
        case .failure(let error): rescue?(error)
        }
    }
}
