import Millrace
package import MillraceModules
package import MillraceWeb
package import SevenGUIsCore

extension Counter: Module {
    package func state(for _: Void) -> Int { 0 }
}

extension Counter: WebModule {
    package func view(_ count: Int) -> HTML<Action> {
        h1 { "Counter" }
        output { count }.id("count")
        button("Count", send: .increment)
    }

    package func title(_ count: Int) -> String { "Counter" }
    package func path(_ count: Int) -> String? { "counter" }
}
