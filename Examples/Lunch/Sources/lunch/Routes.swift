import Hummingbird
import LunchCore
import MillraceKit

/// Returns the orders as CSV, each line when the client has read most of those before.
func csvResponse(_ orders: [Order]) -> Response {
    let body = ResponseBody { writer in
        try await writer.write(ByteBuffer(string: csvLine(["Name", "Dish"])))
        for order in orders { try await writer.write(ByteBuffer(string: csvLine([order.name, order.dish]))) }
        try await writer.finish(nil)
    }
    return Response(
        status: .ok,
        headers: [
            .contentType: "text/csv; charset=utf-8", .contentDisposition: "attachment; filename=\"orders.csv\"",
            .cacheControl: "no-store",
        ], body: body)
}

/// Returns a line of CSV (RFC 4180). A field that a spreadsheet would take for a formula begins with an apostrophe.
func csvLine(_ fields: [String]) -> String {
    fields.map { field in
        let text = "=+-@\t\r".contains(field.first ?? " ") ? "'" + field : field
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }.joined(separator: ",") + "\r\n"
}
