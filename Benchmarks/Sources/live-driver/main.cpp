// One driver for the live pages of MillraceWeb (m), Phoenix LiveView (p), NiceGUI (n) and ReactPy (r). It sends what their scripts send in
// Chromium, and checks that each answer contains the change.
//
//   live-driver PEER PORT ROWS  reads commands from the standard input, and answers each with one line of JSON:
//   get SECONDS CONNECTIONS ENCODING      loads the page as often as it can (ENCODING: gzip, identity or gzip-close)
//   open COUNT                            opens pages until COUNT are live
//   run KIND SECONDS RATE PAGES           KIND: toggle, key, plus, mix or beside; RATE 0: each page sends when its answer has arrived
//                                         beside: as mix, while the last page computes again and again; its answers do not count
//   idle SECONDS                          only answers pings and sends heartbeats
//   quit
//
// Every page has an address of its own (127.0.x.y) and a cookie of its own, unless ONE_ADDRESS is set. With NO_DEFLATE, no frame is
// compressed.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <queue>
#include <string>
#include <vector>

using std::string;
using std::vector;

static char peer;
static int port, rows, epfd;
static const bool oneAddress = getenv("ONE_ADDRESS"), withoutDeflate = getenv("NO_DEFLATE");

static double now() {
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}
[[noreturn]] static void die(const string& why) {
    string text;
    for (unsigned char c : why.substr(0, 300)) {
        if (c == '"' || c == '\\') text += '\\';
        text += c < ' ' ? ' ' : c;
    }
    printf("{\"error\": \"%s\"}\n", text.c_str());
    fprintf(stderr, "%s\n", why.c_str());
    fflush(stdout);
    exit(1);
}
static string between(const string& s, const string& a, const string& b, size_t from = 0) {
    auto i = s.find(a, from);
    if (i == string::npos) return "";
    i += a.size();
    auto j = s.find(b, i);
    return j == string::npos ? "" : s.substr(i, j - i);
}
static string urlEncoded(const string& s) {
    string out;
    char b[4];
    for (unsigned char c : s) {
        if (isalnum(c) || strchr("-_.~", c)) out += c;
        else snprintf(b, 4, "%%%02X", c), out += b;
    }
    return out;
}
static string lower(string s) {
    for (auto& c : s) c = tolower(c);
    return s;
}
static int dial(int index) {
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), one = 1;
    timeval limit{30, 0};
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (!oneAddress) {
        sockaddr_in a{};
        a.sin_family = AF_INET;
        setsockopt(fd, IPPROTO_IP, 24 /* IP_BIND_ADDRESS_NO_PORT */, &one, sizeof one);
        a.sin_addr.s_addr = htonl(0x7f000000 | ((1 + index / 250) << 8) | (2 + index % 250));
        if (bind(fd, (sockaddr*)&a, sizeof a)) die("bind");
    }
    sockaddr_in a{};
    a.sin_family = AF_INET;
    a.sin_port = htons(port);
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(fd, (sockaddr*)&a, sizeof a)) die(string("connect: ") + strerror(errno));
    return fd;
}
static void sendAll(int fd, const string& s) {
    size_t at = 0;
    while (at < s.size()) {
        auto n = send(fd, s.data() + at, s.size() - at, MSG_NOSIGNAL);
        if (n < 0) die(string("send: ") + strerror(errno));
        at += n;
    }
}
static string inflated(const char* p, size_t n, int bits) {
    z_stream z{};
    inflateInit2(&z, bits);
    string out;
    char buffer[65536];
    z.next_in = (Bytef*)p;
    z.avail_in = n;
    int r;
    do {
        z.next_out = (Bytef*)buffer;
        z.avail_out = sizeof buffer;
        r = inflate(&z, Z_NO_FLUSH);
        out.append(buffer, sizeof buffer - z.avail_out);
    } while (r == Z_OK && (z.avail_in || !z.avail_out));
    inflateEnd(&z);
    return out;
}
static string host() { return "127.0.0.1:" + std::to_string(port); }

// MARK: HTTP

struct Response {
    string head, body;
    bool closes = false;
    size_t total = 0;
};
// Returns whether `in` has a complete response.
static bool parse(const string& in, bool isEnd, Response& r) {
    auto h = in.find("\r\n\r\n");
    if (h == string::npos) return false;
    string head = lower(in.substr(0, h));
    r.closes = head.find("connection: close") != string::npos;
    auto l = between(head + "\r\n", "content-length: ", "\r\n");
    size_t body = h + 4;
    if (!l.empty()) {
        size_t n = stoul(l);
        if (in.size() < body + n) return false;
        r.total = body + n;
        r.body = in.substr(body, n);
    } else if (head.find("transfer-encoding: chunked") != string::npos) {
        size_t at = body;
        r.body.clear();
        while (true) {
            auto e = in.find("\r\n", at);
            if (e == string::npos) return false;
            size_t n = stoul(in.substr(at, e - at), nullptr, 16);
            if (in.size() < e + 2 + n + 2) return false;
            r.body += in.substr(e + 2, n);
            at = e + 2 + n + 2;
            if (!n) break;
        }
        r.total = at;
    } else if (isEnd) {
        r.body = in.substr(body);
        r.total = in.size();
    } else return false;
    r.head = in.substr(0, h + 2);
    return true;
}
// `gzip-close` asks for one connection for each response.
static string request(const string& encoding) {
    auto end = encoding.find("-close");
    return "GET / HTTP/1.1\r\nHost: " + host() + "\r\nAccept: text/html\r\nAccept-Encoding: " + encoding.substr(0, end) +
           (end == string::npos ? "" : "\r\nConnection: close") + "\r\n\r\n";
}
static string lastRow() { return "Row " + std::to_string(rows - 1) + ": off"; }
static void checkDocument(const Response& r, const string& text) {
    if (r.head.compare(0, 12, "HTTP/1.1 200")) die("status: " + r.head.substr(0, 60));
    // The document of ReactPy is empty: the page comes with the first frame.
    if (text.find(peer == 'r' ? "id=\"app\"" : lastRow()) == string::npos) die("the document has no last row");
}
static double percentile(vector<double>& v, double p) {
    if (v.empty()) return 0;
    size_t i = std::min(v.size() - 1, size_t(v.size() * p));
    std::nth_element(v.begin(), v.begin() + i, v.end());
    return v[i] * 1000;
}
static double ownCPU() {
    rusage u;
    getrusage(RUSAGE_SELF, &u);
    return u.ru_utime.tv_sec + u.ru_stime.tv_sec + (u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}

static void get(double seconds, int count, const string& encoding) {
    struct C { int fd; string in; double start; int index; };
    vector<C> cs(count);
    int ep = epoll_create1(0);
    string req = request(encoding);
    auto begin = [&](int i, bool isNew) {
        auto& c = cs[i];
        c.start = now();
        c.in.clear();
        if (isNew) {
            c.fd = dial(i);
            epoll_event e{EPOLLIN, {}};
            e.data.u32 = i;
            epoll_ctl(ep, EPOLL_CTL_ADD, c.fd, &e);
        }
        sendAll(c.fd, req);
    };
    double start = now(), cpu = ownCPU();
    for (int i = 0; i < count; i++) begin(i, true);
    vector<double> times;
    size_t bytes = 0, bodyBytes = 0, reconnects = 0;
    int open = count;
    char buffer[65536];
    epoll_event es[64];
    while (open) {
        int n = epoll_wait(ep, es, 64, 10000);
        if (n <= 0) die("get: no answer in 10 s");
        for (int k = 0; k < n; k++) {
            int i = es[k].data.u32;
            auto& c = cs[i];
            auto m = recv(c.fd, buffer, sizeof buffer, 0);
            if (m < 0) die(string("get: ") + strerror(errno));
            c.in.append(buffer, m);
            Response r;
            if (!parse(c.in, m == 0, r)) {
                if (m == 0) die("get: closed: " + c.in.substr(0, 100));
                continue;
            }
            times.push_back(now() - c.start);
            bytes += r.total;
            bodyBytes += r.body.size();
            if (times.size() % 50 == 1 || encoding == "identity")
                checkDocument(r, lower(r.head).find("content-encoding: gzip") == string::npos ? r.body : inflated(r.body.data(), r.body.size(), 47));
            bool again = now() - start < seconds;
            if (r.closes || !again) close(c.fd), reconnects += again;
            if (again) begin(i, r.closes);
            else open--;
        }
    }
    double d = now() - start;
    size_t n = times.size();
    printf("{\"requests\": %zu, \"per_s\": %.1f, \"bytes\": %.0f, \"body\": %.0f, \"p50_ms\": %.3f, \"p99_ms\": %.3f, \"reconnects\": %zu, "
           "\"seconds\": %.3f, \"driver_cpu\": %.3f}\n",
           n, n / d, double(bytes) / n, double(bodyBytes) / n, percentile(times, .5), percentile(times, .99), reconnects, d, ownCPU() - cpu);
    fflush(stdout);
    close(ep);
}

// MARK: Pages

struct Page {
    int index, fd;
    string in;
    // Millrace: session, client; Phoenix: topic; NiceGUI: client.
    string id;
    int n = 0, q = 0;
    vector<string> toggles;  // Millrace: references. NiceGUI: the parts of the message.
    string plus, field, compute;
    vector<char> on;
    int count = 0, turn = 0, next = 0;
    string text, message;
    bool deflates = false;
    z_stream z{};
    // The message that was sent, and what its answer must contain.
    bool isWaiting = false;
    double due = 0;
    string expected, expectedAck;
    std::deque<double> queue;
    double lastAck = 0;
    size_t changes = 0;
};
static vector<std::unique_ptr<Page>> pages;
static size_t received = 0;
static double nextBeat = 0;

static void sendText(Page& p, const string& s, unsigned char op = 0x81) {
    string f(1, char(op));
    if (s.size() < 126) f += char(0x80 | s.size());
    else f += char(0xfe), f += char(s.size() >> 8), f += char(s.size());
    f += string(4, 0);  // The mask is zero, so that the driver has less to do.
    sendAll(p.fd, f + s);
}
static string inflatedFrame(Page& p, const string& s) {
    string in = s + string("\0\0\xff\xff", 4), out;
    char b[65536];
    p.z.next_in = (Bytef*)in.data();
    p.z.avail_in = in.size();
    do {
        p.z.next_out = (Bytef*)b;
        p.z.avail_out = sizeof b;
        if (int r = inflate(&p.z, Z_SYNC_FLUSH); r != Z_OK && r != Z_BUF_ERROR) die("inflate");
        out.append(b, sizeof b - p.z.avail_out);
    } while (p.z.avail_in || !p.z.avail_out);
    return out;
}
// Returns the next text frame. With `waits`, waits for it.
static bool nextFrame(Page& p, string& out, bool waits) {
    char b[65536];
    while (true) {
        if (p.in.size() >= 2) {
            auto* u = (unsigned char*)p.in.data();
            size_t n = u[1] & 127, h = 2;
            if (n == 126 && p.in.size() >= 4) n = u[2] << 8 | u[3], h = 4;
            else if (n == 126) n = 1 << 30;
            else if (n == 127) {
                h = 10;
                if (p.in.size() < 10) n = 1 << 30;
                else n = size_t(u[6]) << 24 | u[7] << 16 | u[8] << 8 | u[9];
            }
            if (p.in.size() >= h + n) {
                string s = p.in.substr(h, n);
                int op = u[0] & 15;
                bool isCompressed = u[0] & 64, isLast = u[0] & 128;
                p.in.erase(0, h + n);
                if (op == 9) { sendText(p, s, 0x8a); continue; }
                if (op == 8) die("the server has closed a page: " + s.substr(s.size() < 2 ? 0 : 2));
                if (op == 10) continue;
                if (!isLast) die("fragments");
                out = isCompressed ? inflatedFrame(p, s) : s;
                return true;
            }
        }
        auto m = recv(p.fd, b, sizeof b, waits ? 0 : MSG_DONTWAIT);
        if (m < 0 && (errno == EAGAIN || errno == EINTR)) return false;
        if (m <= 0) die("a page's connection has ended");
        received += m;
        p.in.append(b, m);
    }
}

static string joinMessage(Page& p, const string& session, const string& fixed, const string& token) {
    return "[\"4\",\"4\",\"" + p.id + "\",\"phx_join\",{\"url\":\"http://" + host() + "/\",\"params\":{\"_csrf_token\":\"" + token +
           "\",\"_mounts\":0,\"_mount_attempts\":0},\"session\":\"" + session + "\",\"static\":\"" + fixed + "\"}]";
}

static void openPage(int index) {
    auto p = std::make_unique<Page>();
    p->index = index;
    int fd = dial(index);
    sendAll(fd, request("identity"));
    string in;
    char b[65536];
    Response r;
    while (!parse(in, false, r)) {
        auto m = recv(fd, b, sizeof b, 0);
        if (m <= 0) die("open: " + in.substr(0, 200));
        in.append(b, m);
    }
    close(fd);
    checkDocument(r, r.body);
    string cookie;
    for (size_t at = 0; (at = lower(r.head).find("set-cookie: ", at)) != string::npos; at++)
        cookie += (cookie.empty() ? "" : "; ") + between(r.head + "\r\n", r.head.substr(at, 12), ";", at);
    string path, hello;
    p->on.assign(rows, 0);
    if (peer == 'm') {
        p->id = between(r.body, "data-session=\"", "\"");
        p->q = stoi(between(r.body, "data-seq=\"", "\""));
        size_t at = r.body.find("id=\"plus\"");
        p->plus = between(r.body, "value=\"", "\"", at);
        at = r.body.find("id=\"text\"");
        p->field = between(r.body, "name=\"f", "\"", at);
        if ((at = r.body.find("id=\"compute\"")) != string::npos) p->compute = between(r.body, "value=\"", "\"", at);
        at = r.body.find("<ul>");
        for (int i = 0; i < rows; i++, at++) {
            at = r.body.find("value=\"", at);
            p->toggles.push_back(between(r.body, "value=\"", "\"", at));
        }
        path = "/millrace/live";
        hello = "{\"h\":1,\"s\":\"" + p->id + "\",\"d\":\"" + p->id + "\",\"c\":\"36719737841262829249143958" + std::to_string(1000 + index) +
                "\",\"a\":\"/\",\"v\":\"" + between(r.body, "data-version=\"", "\"") + "\",\"q\":" + std::to_string(p->q) + "}";
    } else if (peer == 'p') {
        string token = between(r.body, "csrf-token\" content=\"", "\"");
        p->id = "lv:" + between(r.body, "<div id=\"", "\"");
        path = "/live/websocket?_csrf_token=" + urlEncoded(token) + "&_mounts=0&_mount_attempts=0&_live_referer=undefined&vsn=2.0.0";
        hello = joinMessage(*p, between(r.body, "data-phx-session=\"", "\""), between(r.body, "data-phx-static=\"", "\""), token);
        p->n = 7;
    } else if (peer == 'r') {
        path = "/_reactpy/stream";
    } else {
        p->id = between(r.body, "'client_id': '", "'");
        auto message = [&](size_t at) {
            // The element's number precedes its object.
            size_t start = r.body.rfind("\":{\"tag\"", at), quote = r.body.rfind('"', start - 1);
            return "42[\"event\",{\"id\":" + r.body.substr(quote + 1, start - quote - 1) + ",\"client_id\":\"" + p->id + "\",\"listener_id\":\"" +
                   between(r.body, "\"listener_id\":\"", "\"", at) + "\",\"args\":[";
        };
        p->plus = message(r.body.find("[\"plus\"]"));
        p->field = message(r.body.find("[\"text\"]"));
        size_t at = r.body.find("Row 0: off");
        for (int i = 0; i < rows; i++, at++) p->toggles.push_back(message(at = r.body.find("\"label\":\"Toggle\"", at)));
        char tab[40];
        snprintf(tab, 40, "8ed56a1f-88a7-4b4b-bf5d-%012d", index);
        path = "/_nicegui_ws/socket.io/?client_id=" + p->id + "&next_message_id=0&implicit_handshake=true&document_id=68e98e23-ba5e-4f93-9b5e-" +
               string(tab + 24) + "&tab_id=" + tab + "&old_tab_id=null&EIO=4&transport=websocket";
        hello = "40";
    }
    p->fd = dial(index);
    // What Chromium sends.
    string up = "GET " + path + " HTTP/1.1\r\nHost: " + host() + "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nOrigin: http://" + host() +
                "\r\nSec-WebSocket-Version: 13\r\nAccept-Encoding: gzip, deflate, br, zstd\r\nAccept-Language: en-US,en;q=0.9\r\n" +
                (cookie.empty() ? "" : "Cookie: " + cookie + "\r\n") + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
                (withoutDeflate ? "" : "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n") + "\r\n";
    sendAll(p->fd, up);
    in.clear();
    size_t h;
    while ((h = in.find("\r\n\r\n")) == string::npos) {
        auto m = recv(p->fd, b, sizeof b, 0);
        if (m <= 0) die("no handshake: " + in);
        in.append(b, m);
    }
    if (in.compare(0, 12, "HTTP/1.1 101")) die("handshake: " + in.substr(0, 200));
    p->deflates = lower(in.substr(0, h)).find("permessage-deflate") != string::npos;
    if (p->deflates) inflateInit2(&p->z, -15);
    p->in = in.substr(h + 4);
    string frame;
    if (peer == 'n') nextFrame(*p, frame, true);
    if (peer != 'r') sendText(*p, hello);
    if (!nextFrame(*p, frame, true)) die("no first frame");
    if (peer == 'm' && frame != "{\"q\":" + std::to_string(p->q) + "}") die("millrace: " + frame);
    if (peer == 'p' && (frame.find("\"status\":\"ok\"") == string::npos || frame.find("\"kc\":" + std::to_string(rows)) == string::npos))
        die("phoenix: " + frame);
    if (peer == 'n' && frame.compare(0, 2, "40")) die("nicegui: " + frame);
    if (peer == 'r') {
        if (frame.find(lastRow()) == string::npos) die("reactpy: " + frame);
        auto target = [&](const string& after) { return between(frame, "\"target\": \"", "\"", frame.find(after)); };
        p->plus = target("\"plus\"");
        p->field = target("\"type\": \"text\"");
        for (int i = 0; i < rows; i++) p->toggles.push_back(target("\"Row " + std::to_string(i) + ": off"));
    }
    p->lastAck = now();
    epoll_event e{EPOLLIN, {}};
    e.data.u32 = index;
    epoll_ctl(epfd, EPOLL_CTL_ADD, p->fd, &e);
    pages.push_back(std::move(p));
}

enum Kind { toggle, key, plus, mix, compute };

// The event that the script of ReactPy sends.
static string reactEvent(const string& target, const string& tag, const string& value, const string& type) {
    string element = "{\"tagName\":\"" + tag + "\",\"boundingClientRect\":{},\"value\":\"" + value + "\"" + (tag == "INPUT" ? ",\"checked\":false}" : "}");
    return "{\"type\":\"layout-event\",\"data\":[{\"bubbles\":true,\"composed\":true,\"currentTarget\":" + element +
           ",\"defaultPrevented\":false,\"eventPhase\":2,\"isTrusted\":true,\"target\":" + element + ",\"timeStamp\":3346.8,\"type\":\"" + type +
           "\",\"selection\":{\"type\":\"Caret\",\"anchorNode\":{\"tagName\":\"DIV\",\"boundingClientRect\":{}},\"anchorOffset\":0,\"focusNode\":"
           "{\"tagName\":\"DIV\",\"boundingClientRect\":{}},\"focusOffset\":0,\"isCollapsed\":true,\"rangeCount\":1,\"selectedText\":\"\"}" +
           (tag == "INPUT" ? "" : ",\"altKey\":false,\"button\":0,\"buttons\":0,\"clientX\":157,\"clientY\":191,\"ctrlKey\":false,\"metaKey\":false,"
           "\"pageX\":157,\"pageY\":191,\"screenX\":167,\"screenY\":288,\"shiftKey\":false,\"movementX\":0,\"movementY\":0,\"offsetX\":12,"
           "\"offsetY\":8,\"x\":157,\"y\":191,\"relatedTarget\":null") + "}],\"target\":\"" + target + "\"}";
}

static void act(Page& p, Kind kind, double due) {
    if (kind == mix) kind = p.turn++ % 2 ? key : toggle;
    p.n++;
    string n = std::to_string(p.n);
    p.expectedAck.clear();
    string phoenix = "[\"4\",\"" + n + "\",\"" + p.id + "\",\"event\",{\"type\":\"";
    string millrace = "{\"n\":" + n + ",\"q\":" + std::to_string(p.q) + ",\"r\":\"";
    if (peer == 'p') p.expectedAck = "[\"4\",\"" + n + "\",";
    if (peer == 'm') p.expectedAck = "\"k\":[[" + n + ",0]]";
    if (kind == toggle) {
        int i = p.next++ % rows;
        p.on[i] ^= 1;
        string row = std::to_string(i), state = p.on[i] ? "on" : "off";
        if (peer == 'm') p.message = millrace + p.toggles[i] + "\"}";
        if (peer == 'p') p.message = phoenix + "click\",\"event\":\"toggle\",\"value\":{\"id\":\"" + row + "\",\"value\":\"\"}}]";
        if (peer == 'n') p.message = p.toggles[i] + "]}]";
        if (peer == 'r') p.message = reactEvent(p.toggles[i], "BUTTON", "", "click");
        p.expected = peer == 'p' ? "\"k\":{\"" + row + "\":{\"1\":\"" + state + "\"}" : "\"Row " + row + ": " + state + "\"";
    } else if (kind == key) {
        if (p.text.size() >= 20) p.text.clear();
        p.text += char('a' + p.changes++ % 26);
        string upper = p.text;
        for (auto& c : upper) c = toupper(c);
        if (peer == 'm') p.message = millrace + p.field + "\",\"v\":\"" + p.text + "\"}";
        if (peer == 'p')
            p.message = phoenix + "form\",\"event\":\"typed\",\"value\":\"text=" + p.text + "\",\"meta\":{\"_target\":\"text\"},\"uploads\":{}}]";
        if (peer == 'r') p.message = reactEvent(p.field, "INPUT", p.text, "input");
        if (peer == 'n') p.message = p.field + "\"\\\"" + p.text + "\\\"\"]}]";
        p.expected = "\"" + upper + "\"";
    } else if (kind == compute) {
        p.message = millrace + p.compute + "\"}";
        p.expected = "\"Computed: " + std::to_string(++p.count) + "\"";
    } else {
        p.count++;
        if (peer == 'm') p.message = millrace + p.plus + "\"}";
        if (peer == 'p') p.message = phoenix + "click\",\"event\":\"add\",\"value\":{\"value\":\"\"}}]";
        if (peer == 'n') p.message = p.plus + "]}]";
        if (peer == 'r') p.message = reactEvent(p.plus, "BUTTON", "", "click");
        string c = std::to_string(p.count);
        p.expected = peer == 'p' ? "{\"0\":\"" + c + "\"}" : "\"Count: " + c + "\"";
    }
    p.isWaiting = true;
    p.due = due;
    sendText(p, p.message);
}
// Handles a frame. Returns whether it answers the page's message.
static bool handle(Page& p, const string& f) {
    if (peer == 'n') {
        if (f == "2") { sendText(p, "3"); return false; }
        if (f.compare(0, 12, "42[\"update\",")) return false;
    }
    if (peer == 'm')
        if (auto q = between(f, "\"q\":", ","); !q.empty()) p.q = atoi(q.c_str());
    if (!p.isWaiting) return false;
    if (f.find(p.expectedAck) == string::npos) {
        if (peer == 'm' && f.find("\"k\":") == string::npos) return false;
        die("not acknowledged: " + f + " expected " + p.expectedAck);
    }
    if (f.find(p.expected) == string::npos) die("no change: " + f + " expected " + p.expected + " for " + p.message);
    if (peer == 'n') p.n = stoi(between(f, "\"_id\":", "}")) + 1;
    p.isWaiting = false;
    return true;
}
// What the scripts send without a person: a heartbeat, or how far they are.
static void beat() {
    double t = now();
    if (t < nextBeat) return;
    nextBeat = t + 0.5;
    static long tick = 0;
    tick++;
    double interval = peer == 'm' ? 15 : peer == 'p' ? 30 : peer == 'n' ? 3 : 1e9;
    for (auto& p : pages) {
        if (t - p->lastAck < interval) continue;
        p->lastAck = t;
        if (peer == 'm') sendText(*p, "{\"p\":1,\"q\":" + std::to_string(p->q) + "}");
        if (peer == 'p') sendText(*p, "[null,\"hb\",\"phoenix\",\"heartbeat\",{}]");
        if (peer == 'n') sendText(*p, "42[\"ack\",{\"client_id\":\"" + p->id + "\",\"next_message_id\":" + std::to_string(p->n) + "}]");
    }
}

static void run(Kind kind, double seconds, double rate, size_t count, bool isBeside) {
    Page* computing = isBeside ? pages.back().get() : nullptr;
    if (computing && (computing->compute.empty() || pages.size() <= count)) die("no page computes");
    vector<double> times;
    double start = now(), end = start + seconds, cpu = ownCPU(), interval = rate > 0 ? count / rate : 0;
    size_t bytes0 = received, done = 0;
    vector<double> due(count);
    std::priority_queue<std::pair<double, int>, vector<std::pair<double, int>>, std::greater<>> schedule;
    for (size_t i = 0; i < count; i++) {
        if (rate > 0) schedule.push({start + interval * i / count, int(i)});
        else act(*pages[i], kind, now());
    }
    if (computing) act(*computing, compute, now());
    epoll_event es[256];
    string f;
    size_t waiting = rate > 0 ? 0 : count;
    double lastAnswer = now();
    while (true) {
        double t = now();
        bool isOver = t >= end;
        if (rate > 0)
            while (!schedule.empty() && schedule.top().first <= t) {
                auto [d, i] = schedule.top();
                schedule.pop();
                if (d >= end) continue;
                auto& p = *pages[i];
                if (p.isWaiting) p.queue.push_back(d);
                else act(p, kind, d), waiting++;
                schedule.push({d + interval, i});
            }
        if (isOver && !waiting && !(computing && computing->isWaiting)) break;
        if (t - lastAnswer > 10 && waiting) die("no answer for 10 s");
        double wait = 0.1;
        if (rate > 0 && !schedule.empty()) wait = std::clamp(schedule.top().first - t, 0.0, 0.1);
        timespec timeout{0, long(wait * 1e9)};
        int n = epoll_pwait2(epfd, es, 256, &timeout, nullptr);
        for (int k = 0; k < n; k++) {
            auto& p = *pages[es[k].data.u32];
            while (nextFrame(p, f, false)) {
                if (!handle(p, f)) continue;
                t = now();
                if (&p == computing) {
                    if (t < end) act(p, compute, t);
                    continue;
                }
                lastAnswer = t;
                times.push_back(t - p.due);
                done++;
                waiting--;
                if (rate > 0) {
                    if (!p.queue.empty()) act(p, kind, p.queue.front()), p.queue.pop_front(), waiting++;
                } else if (t < end) act(p, kind, t), waiting++;
            }
        }
        beat();
    }
    double d = now() - start;
    printf("{\"messages\": %zu, \"per_s\": %.1f, \"bytes\": %.1f, \"p50_ms\": %.3f, \"p99_ms\": %.3f, \"max_ms\": %.3f, \"seconds\": %.3f, "
           "\"driver_cpu\": %.3f, \"deflate\": %s}\n",
           done, done / d, double(received - bytes0) / done, percentile(times, .5), percentile(times, .99), percentile(times, 1), d,
           ownCPU() - cpu, pages[0]->deflates ? "true" : "false");
    fflush(stdout);
}

static void idle(double seconds) {
    double end = now() + seconds;
    epoll_event es[256];
    string f;
    while (true) {
        double t = now();
        if (t >= end) return;
        int n = epoll_wait(epfd, es, 256, std::min(100, int((end - t) * 1000) + 1));
        for (int k = 0; k < n; k++) {
            auto& p = *pages[es[k].data.u32];
            while (nextFrame(p, f, false)) handle(p, f);
        }
        beat();
    }
}

int main(int argc, char** argv) {
    if (argc != 4) return fprintf(stderr, "live-driver PEER PORT ROWS\n"), 2;
    peer = argv[1][0];
    port = atoi(argv[2]);
    rows = atoi(argv[3]);
    rlimit l{20000, 20000};
    setrlimit(RLIMIT_NOFILE, &l);
    epfd = epoll_create1(0);
    fcntl(0, F_SETFL, O_NONBLOCK);
    string in;
    char b[4096];
    while (true) {
        auto end = in.find('\n');
        if (end == string::npos) {
            auto m = read(0, b, sizeof b);
            if (m == 0) return 0;
            if (m > 0) in.append(b, m);
            else idle(0.02);
            continue;
        }
        string line = in.substr(0, end);
        in.erase(0, end + 1);
        char word[32], name[32];
        double x = 0, y = 0;
        int n = 0;
        sscanf(line.c_str(), "%31s", word);
        if (!strcmp(word, "get")) {
            sscanf(line.c_str(), "%*s %lf %d %31s", &x, &n, name);
            get(x, n, name);
        } else if (!strcmp(word, "open")) {
            sscanf(line.c_str(), "%*s %d", &n);
            double t = now(), cpu = ownCPU();
            while (int(pages.size()) < n) {
                openPage(pages.size());
                if (pages.size() % 20 == 0) idle(0.001);
            }
            printf("{\"pages\": %zu, \"seconds\": %.3f, \"driver_cpu\": %.3f}\n", pages.size(), now() - t, ownCPU() - cpu);
            fflush(stdout);
        } else if (!strcmp(word, "run")) {
            sscanf(line.c_str(), "%*s %31s %lf %lf %d", name, &x, &y, &n);
            run(!strcmp(name, "toggle") ? toggle : !strcmp(name, "key") ? key : !strcmp(name, "plus") ? plus : mix, x, y, n,
                !strcmp(name, "beside"));
        } else if (!strcmp(word, "idle")) {
            sscanf(line.c_str(), "%*s %lf", &x);
            idle(x);
            printf("{}\n");
            fflush(stdout);
        } else if (!strcmp(word, "quit")) return 0;
    }
}
