extension PageTexts {
    /// The English texts.
    public static let english = PageTexts([
        .back: "Back",
        .close: "Close",
        .noConnection: "No connection. Trying again…",
        .serverBusy: "The server is busy. Your input will be handled later.",
        .notSent: "Not sent: {0}.",
        .unexpectedValue: "This value is not valid here. Reload the page and try again.",
        .required: "A value is required.",
        .tooLong: "The text is too long. It may have at most {0} characters.",
        .notAWholeNumber: "“{0}” is not a whole number.",
        .notANumber: "“{0}” is not a number.",
        .notADate: "“{0}” is not a date.",
        .notATime: "“{0}” is not a time of day.",
        .notAColor: "“{0}” is not a color.",
        .outOfRange: "{0} is not between {1} and {2}.",
        .missingField: "“{0}” is missing.",
        .repeatedField: "“{0}” was sent twice.",
        .invalidField: "“{0}” is not valid for “{1}”. Expected {2}.",
        .kindWholeNumber: "a whole number",
        .kindNumber: "a number",
        .kindBoolean: "yes or no",
        .kindListed: "one of the listed values",
        .alreadySubmitted: "This form was already submitted.",
        .changedElsewhere:
            "The text was changed elsewhere, so your change was not saved. Check the text and submit it again.",
        .unavailable: "This control is no longer available.",
        .tooManyElements: "This page is too large. It has more than {0} elements. Show a part of them.",
        .tooManyBytes: "This page is too large. It has more than {0} bytes. Show a part of them.",
        .tooDeep: "This page is too deep. Its elements are nested more than {0} times.",
        .pageNotFound: "Page not found.",
        .pageExpired: "This page has expired. Its session has ended.",
        .startPage: "Go to the start page.",
        .serverError: "The page could not be opened because of a server error. Try again later.",
        .tooManyPages: "The server has too many open pages. Close some tabs, or try again later.",
        .tooManyRequests: "Too many requests come from your network. Try again in a moment.",
        .shuttingDown: "The server is shutting down. Try again later.",
        .missingCookie: "The browser sent no cookie. Allow cookies for this site and reload the page.",
        .tooManyConnections:
            "The server has too many open connections. Close some tabs, or try again later.",
        .invalidMessage:
            "The browser sent an invalid message. Reload the page.",
        .tooManyReloads:
            "The browser requested the whole page too often. Reload the page.",
    ])
}
