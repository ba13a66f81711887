package import Millrace

/// Stores the scenes of a window with the turns of its engine. The engine has it as an attachment.
///
/// All functions are called on the engine's actor.
package protocol SceneStorage: EngineAttachment {
    /// Begins a window. Returns `false` if the engine has one already, whose scenes are stored.
    func beginWindow() -> Bool
    /// Returns the stored scenes, the oldest first; none for a new window. Later scenes get higher numbers.
    func scenes() throws -> [SceneRecord]
    /// Returns the stored state of a scene.
    func state<M: Module>(of scene: SceneRecord, as type: M.Type) throws -> Any
    /// Stores a scene. Its store is open, and has reduced no action.
    func add<M: Module>(_ scene: SceneRecord, of type: M.Type, _ store: AnyObject, _ core: StoreCore)
    /// Notes a store whose scene is not stored.
    func ignore(_ core: StoreCore)
    /// Removes a scene, with its state and its work. Ignores one that is not stored.
    func remove(_ scene: UInt64, _ core: StoreCore)
    /// Notes that the stored window cannot be loaded. It has no scenes then.
    func fail(_ error: any Error)
    /// Encodes a transition.
    func encode(_ transition: any Encodable) throws -> String
    /// Decodes a transition.
    func decode(_ transition: String, as type: any Decodable.Type) throws -> Any
}

extension SceneStorage {
    /// The key of the attachment.
    package static var key: ObjectIdentifier { ObjectIdentifier((any SceneStorage).self) }
}

extension Engine {
    /// Stores the scenes of the engine's window; `nil` if the engine is not durable.
    package var sceneStorage: (any SceneStorage)? {
        get { attachments[ObjectIdentifier((any SceneStorage).self)] as? any SceneStorage }
        set { attachments[ObjectIdentifier((any SceneStorage).self)] = newValue }
    }
}
