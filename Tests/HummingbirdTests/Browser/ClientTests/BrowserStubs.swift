/// Replaces the browser's sockets and timers before the page's scripts run. A test then acts as the server and controls
/// the time.
let browserStubs = #"""
    (() => {
        const timers = new Map();
        let [now, last] = [0, 0];
        const stub = (window.stub = {
            sockets: [],
            sent: [],
            parts: [],
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
            close() {
                stub.socket.readyState = 3;
                stub.socket.onclose?.({});
            },
            deliver(frame) {
                stub.deliverText(JSON.stringify(frame));
            },
            deliverText(data) {
                stub.socket.onmessage?.({ data });
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
            // The shortest delay of a pending timer.
            get nextDelay() {
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
                if (this.readyState !== 1) return;
                if (text[0] === "+") return stub.parts.push(text.slice(1));
                stub.sent.push(JSON.parse(stub.parts.join("") + text));
                stub.lastParts = stub.parts.splice(0);
            }
            close() {
                this.readyState = 3;
            }
        };
        addEventListener("error", ({ message }) => stub.errors.push(message));
        addEventListener("unhandledrejection", ({ reason }) => stub.errors.push(String(reason)));
        // A real server states the checksum of its nodes. Here, it is that of the parsed document.
        const describe = (node) => {
            if (node.nodeType !== Node.ELEMENT_NODE) return "#" + node.data;
            const names = ["name", "value", "data-r", "data-m-on"];
            const attributes = [...node.attributes].filter(({ name }) => names.includes(name));
            const children = node.localName === "textarea" ? [] : [...node.childNodes];
            return ["<", node.localName, ...attributes.map(({ name, value }) => ` ${name}=${value}`), ">",
                ...children.map(describe), "</"].join("");
        };
        document.addEventListener("readystatechange", () => {
            const { dataset } = document.documentElement;
            if (document.readyState !== "interactive" || dataset.checksum || !stub.page) return;
            let sum = 0x811c9dc5;
            for (const byte of new TextEncoder().encode([...stub.page.childNodes].map(describe).join(""))) {
                sum = Math.imul(sum ^ byte, 0x1000193) >>> 0;
            }
            dataset.checksum = sum;
        });
    })();
    """#
