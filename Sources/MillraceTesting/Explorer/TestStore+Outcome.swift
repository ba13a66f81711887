import Millrace

extension TestStore {
    /// Gives `outcome` to the pending command at `index` of its type.
    func answer<C: Command>(_ outcome: Outcome<C>, to type: C.Type, at index: Int) {
        switch outcome {
        case .progress(let progress): self.progress(type, at: index, progress)
        case .data(let output): data(type, at: index, output)
        case .complete(let output): complete(type, at: index, with: output)
        case .fail(let failure): fail(type, at: index, with: failure)
        case .end: end(type, at: index)
        case .cancel: cancel(type, at: index)
        }
    }
}
