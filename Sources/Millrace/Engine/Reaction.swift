/// What is done with a command's events: wait, consume and rescue, each part optional.
public struct Reaction<C: Command> {
    let wait: ((C.Progress) -> Void)?
    let consume: ((C.Output) -> Void)?
    let rescue: ((C.Failure) -> Void)?

    /// A reaction of these parts. Without `rescue` a failure is not handled.
    public init(
        wait: ((C.Progress) -> Void)? = nil, consume: ((C.Output) -> Void)? = nil, rescue: ((C.Failure) -> Void)? = nil
    ) {
        (self.wait, self.consume, self.rescue) = (wait, consume, rescue)
    }

    func receive(_ event: Event<C>) {
        switch event {
        case .progress(let progress): wait?(progress)
        case .data(let output): consume?(output)
        case .failure(let error): rescue?(error)
        }
    }
}
