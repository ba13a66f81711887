import AppNameCore
import Hummingbird

/// Returns the list as CSV, each line when the client has read most of those before.
func csvResponse(_ todos: [Todo]) -> Response {
    let body = ResponseBody { writer in
        try await writer.write(ByteBuffer(string: csvLine(["Title", "Done"])))
        for todo in todos {
            try await writer.write(ByteBuffer(string: csvLine([todo.title, todo.isDone ? "yes" : "no"])))
        }
        try await writer.finish(nil)
    }
    return Response(
        status: .ok,
        headers: [
            .contentType: "text/csv; charset=utf-8", .contentDisposition: "attachment; filename=\"todos.csv\"",
            .cacheControl: "no-store",
        ], body: body)
}

/// Returns a line of CSV (RFC 4180). A field that a spreadsheet would take for a formula begins with an apostrophe.
private func csvLine(_ fields: [String]) -> String {
    fields.map { field in
        let text = "=+-@\t\r".contains(field.first ?? " ") ? "'" + field : field
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }.joined(separator: ",") + "\r\n"
}
