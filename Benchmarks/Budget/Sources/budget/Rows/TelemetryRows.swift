import Millrace
import MillraceTelemetry

/// Actions and commands of an engine with logs, metrics and spans, of systems that drop them.
@MainActor let telemetryRows = [
    Row("telemetry") { increment { $0.engine.telemetry = Telemetry(engine: "budget") } },
    Row("command+telemetry") { sendEffects(.command) { $0.engine.telemetry = Telemetry(engine: "budget") } },
]
