/// A command that contains its own handler, which uses the engine.
package protocol EngineCommand: Command { func handle(_ reply: Reply<Self>) }

extension EngineCommand {
    /// The handler for an engine that has no other one for the type.
    var handler: Handler {
        Handler(#fileID, #line, Subscription(number: 0)) { (command: Self, call) in
            command.handle(call.reply(to: command))
            return nil
        }
    }
}
