/// Put in place of the browser's sockets and timers before the page's own scripts run, so that a test is the server and
/// owns the time.
let browserStubs = #"""
    (() => {
        const timers = new Map();
        let [now, last] = [0, 0];
        const stub = (window.stub = {
            sockets: [],
            sent: [],
            errors: [],
            get page() {
                return document.getElementById("m-page");
            },
            get socket() {
                return stub.sockets.at(-1);
            },
            open() {
                stub.socket.readyState = 1;
                stub.socket.onopen?.({});
            },
            drop() {
                stub.socket.readyState = 3;
                stub.socket.onclose?.({});
            },
            say(frame) {
                stub.socket.onmessage?.({ data: JSON.stringify(frame) });
            },
            advance(time) {
                const end = now + time;
                const due = () => [...timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
                for (let next; (next = due()); ) {
                    const [id, { action, at, every }] = next;
                    now = at;
                    if (every) timers.set(id, { action, at: at + every, every });
                    else timers.delete(id);
                    action();
                }
                now = end;
            },
            // How long the page waits until it does something, the shortest.
            get pause() {
                return Math.min(...[...timers.values()].filter(({ every }) => !every).map(({ at }) => at - now));
            },
        });
        const set = (every) => (action, time = 0) => {
            timers.set((last += 1), { action, at: now + time, every: every && time });
            return last;
        };
        window.setTimeout = set(false);
        window.setInterval = set(true);
        window.clearTimeout = window.clearInterval = (id) => timers.delete(id);
        window.WebSocket = class {
            constructor(url) {
                Object.assign(this, { url, readyState: 0 });
                stub.sockets.push(this);
            }
            send(text) {
                if (this.readyState === 0) throw new Error("The socket is not open yet.");
                if (this.readyState === 1) stub.sent.push(JSON.parse(text));
            }
            close() {
                this.readyState = 3;
            }
        };
        addEventListener("error", ({ message }) => stub.errors.push(message));
        addEventListener("unhandledrejection", ({ reason }) => stub.errors.push(String(reason)));
        // The server says how many nodes there are; here, what the parser made of the document is counted.
        document.addEventListener("readystatechange", () => {
            const { dataset } = document.documentElement;
            if (document.readyState !== "interactive" || dataset.nodes || !stub.page) return;
            const all = document.createTreeWalker(stub.page, NodeFilter.SHOW_ALL);
            for (dataset.nodes = 0; all.nextNode(); ) if (all.currentNode.parentNode.localName !== "textarea") dataset.nodes++;
        });
    })();
    """#
