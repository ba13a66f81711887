import MillraceHistory
import Millrace

// The start of the application, and what it remembers of the time before.
extension FeatureTable {
    func restarted(_ state: Int32) -> Int32 {
        model.restarted?(states[Int(state)]).map { number(of: $0, earlier(in: state)) } ?? -1
    }

    func requested(_ flow: Int32, in state: Int32) -> Int32 {
        guard let command = requests[flow].asked?.request.command else { return state }
        let next = requests.memory.adding(command, to: earlier(in: state))
        return next === earlier(in: state) ? state : number(of: states[Int(state)], next)
    }

    func makeStart(in state: Int32) -> RequestPlan? {
        model.start.map { plan(of: $0(states[Int(state)]).node, nil, in: state) }
    }

    func makeLaunch() -> [Int32] { model.launch.map { number(of: [$0]) } }
}
