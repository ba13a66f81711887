#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
public import Millrace

/// Records all that an engine does, all the time, into the files of a folder. The newest turns stay.
///
/// ```swift
/// let recorder = try Recorder(engine, folder: folder)   // before the first message
/// …
/// await recorder.end()                                  // at the end of the program
/// ```
/// A recording has each message with its cause, payload and time, each change of a state, and the end of each command. The inspector
/// reads it, also while it is written. A program that crashes leaves a recording that can be read up to about
/// 20 ms before.
///
/// - **Cost**: the engine's actor collects references. A thread of its own encodes and writes them when the engine is idle. Parts of a
///   state that have not changed are not encoded again.
/// - **Size**: the files have about `limit` bytes together. If they have more, the oldest is removed; the newest stays. Each run of
///   the program adds files to those of earlier runs. Each file begins with all states, so it can be read alone.
/// - **What is recorded**: `Codable` values as JSON, and others by their type and case. Values of a type that is `Unrecorded` never
///   are. A value that cannot be encoded is marked, and all others are recorded.
/// - **Repeated messages**: when a timer, a worker or a command sends the same message again and again, such as a tick, the turns are counted in one
///   line, with the change that they made together. The line is written before the next other message. A crash loses it.
/// - **Failures**: if the disk is full or too slow, turns are lost, and the recording says how many. The program is not affected.
///
/// States and payloads are encoded on another thread. They are values: an object within one must not change.
///
/// A recorder belongs to the actor of its engine. It retains neither the engine nor its stores. One program at a time should record
/// into a folder.
public final class Recorder {
    /// The folder of the recording.
    public let folder: URL

    private let collector: TurnCollector
    private let queue: RecorderQueue

    /// Records the engine from now on.
    ///
    /// - Parameters:
    ///   - engine: The engine.
    ///   - folder: The folder of the files. It is created if it is missing.
    ///   - limit: The size of all files together, in bytes. Defaults to 64 MB.
    ///   - tokens: Replaces sensitive texts. Then each state is searched for them after each change. Defaults to `nil`.
    ///   - onFailure: Called on another thread when the files cannot be written, once until they can be again. Defaults to nothing.
    /// - Throws: ``RecordingError/unwritable(file:reason:)`` if the first file cannot be created.
    public init(
        _ engine: Engine, folder: URL, limit: Int = 64_000_000, tokens: Tokens? = nil,
        onFailure: @escaping @Sendable (RecordingError) -> Void = { _ in }
    ) throws(RecordingError) {
        let start = Date()
        let header = RunHeader(
            run: try RingFiles.newRun(in: folder, at: start), started: start.timeIntervalSince1970, origin: engine.now,
            program: ProgramBuild.name, build: ProgramBuild.current)
        let writer = try RingWriter(folder, limit: limit, header: header, tokens: tokens, onFailure: onFailure)
        self.folder = folder
        queue = RecorderQueue(writer)
        collector = TurnCollector(engine, queue)
        _ = queue.submit(CollectedBatch(stores: collector.stores()))
        collector.attach()
    }

    /// Returns when all turns so far are in the file.
    public func flush() async {
        // Otherwise a queue that is full would refuse the last turns.
        await queue.flush()
        collector.handOver()
        await queue.flush()
    }

    /// Reads the recording while it is written. The reader does not retain the recorder.
    package func reader() -> RingReader {
        let queue = queue
        return RingReader(folder) { await queue.flush() }
    }

    /// Ends the recording, and returns when all turns are in the file. A second call does nothing.
    ///
    /// Without this call, the recorder records until the engine is released or shut down.
    public func end() async {
        await queue.flush()
        collector.detach()
        await queue.flush(ends: true)
    }
}
