import Millrace

let engine = Engine()  // refused: actor-isolated default value in a nonisolated context
