#if Hummingbird && SQLite || App
    extension PageDriver {
        /// Runs in each document before its own scripts: notes the script's errors, the delays before it connects again, and what it
        /// reports as not sent.
        static let recorder = """
            window.failures = [];
            addEventListener('error', (e) => failures.push(e.message));
            addEventListener('unhandledrejection', (e) => failures.push(String(e.reason)));
            const complain = console.error;
            console.error = (...all) => { failures.push(all.join(' ')); complain(...all); };
            window.retryDelays = [];
            window.pause = ((wait) => (time) => new Promise((done) => wait(done, time)))(setTimeout);
            const wait = window.setTimeout;
            window.setTimeout = (action, time, ...rest) => {
                if (action.name === 'connect') retryDelays.push(time);
                return wait(action, time, ...rest);
            };
            // What was sent and received, for the message of a test that fails.
            window.trace = [];
            const [parse, stringify] = [JSON.parse, JSON.stringify];
            JSON.parse = (text) => {
                const value = parse(text);
                const { k, x, q, s, l, w } = value ?? {};
                if (k || x || s || l) trace.push('< ' + stringify({ k, x, q, s, l, w }));
                return value;
            };
            JSON.stringify = (value, ...rest) => {
                if (value?.n) trace.push('> ' + stringify(value) + ' ' + [...document.querySelectorAll(`#m-page button[value="${value.r}"]`)].map((e) => e.textContent));
                return stringify(value, ...rest);
            };
            for (const name of ['pushState', 'replaceState', 'go']) {
                const call = history[name];
                history[name] = (...all) => { trace.push(`${name} ${all[0]?.i ?? all[0]} ${all[2] ?? ''}`); return call.apply(history, all); };
            }
            addEventListener('popstate', ({ state }) => trace.push(`popstate ${state?.i} ${location.pathname}`));
            window.unsent = [];
            addEventListener('DOMContentLoaded', () => {
                let last = [];
                new MutationObserver(() => {
                    const names = /Not sent: (.*?)\\.( The server was restarted.*| No connection.*|$)/.exec(document.querySelector('#m-status').textContent)?.[1]?.split(', ') ?? [];
                    trace.push(document.querySelector('#m-status').textContent);
                    unsent.push(...names.slice(last.every((each, i) => each === names[i]) ? last.length : 0));
                    last = names;
                }).observe(document.querySelector('#m-status'), { childList: true, subtree: true, characterData: true });
            });
            """

        /// A network that lets no WebSocket pass.
        static let blockedSockets = """
            window.WebSocket = class {
                constructor() { setTimeout(() => this.onclose?.()); }
                close() {}
            };
            """

        /// Functions that act as a user.
        static let functions = """
            const visible = (e) => e?.checkVisibility() && !e.closest('[inert]') ? e : null;
            const button = (label) => [...document.querySelectorAll('#m-page button')].find((e) => e.textContent.trim() === label && visible(e));
            const field = (selector) => visible(document.querySelector(selector));
            const rows = () => [...document.querySelectorAll('#entries li')].filter(visible);
            async function found(get) {
                for (let i = 0; i < 20; i++) {
                    const element = get();
                    if (element) return element;
                    await pause(10);
                }
            }
            // Types character by character. Returns whether the whole text was typed.
            async function type(get, text) {
                for (let count = 1; count <= text.length; count++) {
                    const element = get();
                    if (!element) return false;
                    element.focus();
                    element.value = text.slice(0, count);
                    element.dispatchEvent(new InputEvent('input', { bubbles: true }));
                    if (count % 3 === 0) await pause(1);
                }
                get()?.dispatchEvent(new Event('change', { bubbles: true }));
                return Boolean(get());
            }
            async function press(label) {
                const element = await found(() => button(label));
                element?.click();
                return Boolean(element);
            }
            """

        /// What a user does: each step returns what it has done, to be compared with the state later; nothing if the page did not
        /// permit it.
        static let steps = """
            const empty = (selector) => () => field(selector)?.value === '' && field(selector);
            const steps = {
                add: async (text) => await found(empty('#text')) && await type(() => field('#text'), text) && await press('Add') && text,
                look: async (text) => await found(empty('#text')) && await type(() => field('#text'), text) && await press('Look') && text,
                star: async (id, number) => {
                    const label = rows()[number % rows().length]?.querySelectorAll('button')[0].textContent;
                    return label && await press(label) && label.slice(5);
                },
                remove: async (id, number) => {
                    const label = rows()[number % rows().length]?.querySelectorAll('button')[2].textContent;
                    return label && await press(label) && label.slice(7);
                },
                comment: async (id, number) => {
                    const text = rows()[number % rows().length]?.querySelector('button').textContent.slice(5);
                    const own = () => rows().find((e) => e.querySelector('button').textContent.slice(5) === text)?.querySelector('input');
                    return text && [text, `${id} of ${text}`, await type(own, `${id} of ${text}`)];
                },
                note: async (id, number) => {
                    const text = rows()[number % rows().length]?.querySelector('button').textContent.slice(5);
                    if (!text || !await press('Open ' + text)) return;
                    const own = () => [...document.querySelectorAll('h1')].some((e) => visible(e) && e.textContent === 'Entry ' + text) && field('#note');
                    if (!await found(own)) return;
                    const note = `${id} of ${text}`;
                    const isTyped = await type(own, note);
                    if (number % 3 === 0) await press('Close entry');
                    if (number % 3 === 1) history.back();
                    return [text, note, isTyped];
                },
                greet: async (name, number) => {
                    if (!await press('Options') || !await found(empty('#name')) || !await type(() => field('#name'), name)) return;
                    const isGreeted = await press('Greet');
                    if (number % 3 === 0) await press('Close options');
                    if (number % 3 === 1) history.back();
                    return isGreeted && name;
                },
                submit: async (id) => await found(empty('#draft-title')) && await type(() => field('#draft-title'), 't' + id)
                    && await type(() => field('#draft-body'), 'b' + id) && await press('Submit') && `t${id} b${id}`,
                half: async (id) => await found(empty('#draft-title')) && await type(() => field('#draft-title'), id) && id,
                agree: async (id, number) => await press('Ask') && await press(number % 2 ? 'Agree' : 'Decline') && number % 2 === 1,
                count: async () => await press('Count'),
                upload: async (id, number) => {
                    const chooser = field('#file'), files = new DataTransfer();
                    if (!chooser) return;
                    files.items.add(new File([new Uint8Array(number * 997)], id + '.txt'));
                    chooser.files = files.files;
                    chooser.dispatchEvent(new Event('change', { bubbles: true }));
                    return [id + '.txt', number * 997];
                },
            };
            """
    }
#endif
