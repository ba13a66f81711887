#if PostgreSQL
    import Foundation

    /// Starts programs, also those that start a server.
    ///
    /// A server must inherit no file of this process: the other end would wait for it. Foundation's `Process` waits for such a file.
    enum Spawn {
        struct Failure: Error, CustomStringConvertible { let description: String }

        /// A pipe whose writing end is open until this process ends.
        static func input() throws -> FileHandle {
            FileHandle(fileDescriptor: try ends()[0], closeOnDealloc: true)
        }

        /// A new pipe.
        static func pipe() throws -> (reading: FileHandle, writing: FileHandle) {
            let ends = try ends().map { FileHandle(fileDescriptor: $0, closeOnDealloc: true) }
            return (ends[0], ends[1])
        }

        /// The two ends of a new pipe, which no other program inherits.
        private static func ends() throws -> [Int32] {
            var ends: [Int32] = [-1, -1]
            guard Foundation.pipe(&ends) == 0 else { throw Failure(description: "A pipe cannot be opened.") }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            return ends
        }

        /// A new file without a name.
        static func file() throws -> FileHandle {
            let path = FileManager.default.temporaryDirectory.appending(path: "millrace-\(UUID().uuidString)").path
            let number = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard number >= 0 else { throw Failure(description: "\(path) cannot be created.") }
            unlink(path)
            return FileHandle(fileDescriptor: number, closeOnDealloc: true)
        }

        /// Starts a program in the root folder, and returns its number.
        ///
        /// - Parameters:
        ///   - command: The program, which is searched in the PATH of the environment, and its arguments.
        ///   - environment: The whole environment.
        ///   - input: Its standard input. Defaults to none.
        ///   - output: Its standard output and error. Defaults to none.
        static func start(
            _ command: [String], environment: [String], input: FileHandle? = nil, output: FileHandle? = nil
        ) throws -> pid_t {
            #if os(Linux)
                var actions = posix_spawn_file_actions_t()
            #else
                var actions = posix_spawn_file_actions_t?.none
            #endif
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            for (target, file) in [input, output, output].enumerated() {
                if let file {
                    posix_spawn_file_actions_adddup2(&actions, file.fileDescriptor, Int32(target))
                } else {
                    posix_spawn_file_actions_addopen(&actions, Int32(target), "/dev/null", O_RDWR, 0)
                }
            }
            for file in 3..<Int32(min(sysconf(Int32(_SC_OPEN_MAX)), 4_096)) {
                posix_spawn_file_actions_addclose(&actions, file)
            }
            let arguments = (["env", "--chdir=/"] + command).map { strdup($0) }
            let variables = environment.map { strdup($0) }
            defer { for text in arguments + variables { free(text) } }
            var process = pid_t()
            let error = posix_spawn(&process, "/usr/bin/env", &actions, nil, arguments + [nil], variables + [nil])
            guard error == 0 else { throw Failure(description: "\(command) cannot be started: error \(error).") }
            return process
        }

        /// Waits for the end of a program. Returns its status, or `nil` if a signal has ended it.
        static func wait(for process: pid_t) -> Int32? {
            var status: Int32 = 0
            while waitpid(process, &status, 0) == -1, errno == EINTR {}
            return status & 0x7f == 0 ? (status >> 8) & 0xff : nil
        }
    }
#endif
