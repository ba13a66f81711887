import Millrace

@MainActor let engine = Engine(isolation: MainActor.shared)
