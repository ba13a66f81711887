/// A command that carries its own handler, which uses the engine.
package protocol EngineCommand: Command { func handle(_ reply: Reply<Self>, on engine: Engine) }

extension EngineCommand {
    /// The handler for an engine that has no other one for the type.
    var handler: HandlerRegistration {
        Handler<Self>(#fileID, #line, Subscription(number: 0)) { $0.handle($1.reply(to: $0), on: $1.engine) }
    }
}
