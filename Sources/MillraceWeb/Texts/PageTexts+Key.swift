extension PageTexts {
    /// The name of a text. The placeholders `{0}`, `{1}` and `{2}` are replaced by values.
    public enum Key: String, CaseIterable, Sendable {
        /// The button that goes back from a pushed page.
        case back
        /// The button that closes a sheet.
        case close
        /// Shown while the page is not connected.
        case noConnection
        /// Shown while the server needs long for an input.
        case serverBusy
        /// Presses that were not sent. {0}: their names.
        case notSent
        /// Shown beside a field, if text that was typed before the page was drawn again may belong to another one. {0}: the text.
        case notSaved
        /// The button that inserts the text of ``notSaved`` into the field.
        case insert
        /// The button that removes the text of ``notSaved``.
        case discard
        /// A field or form that is not valid on this page any more.
        case unexpectedValue
        /// A required field without a value.
        case required
        /// A text that is too long. {0}: the maximum number of characters.
        case tooLong
        /// A text that is too short. {0}: the minimum number of characters.
        case tooShort
        /// A text that is not a whole number. {0}: the text.
        case notAWholeNumber
        /// A text that is not a number. {0}: the text.
        case notANumber
        /// A text that is not a date. {0}: the text.
        case notADate
        /// A text that is not a time of day. {0}: the text.
        case notATime
        /// A text that is not a color. {0}: the text.
        case notAColor
        /// A text that is not an e-mail address. {0}: the text.
        case notAnEmailAddress
        /// A text that is not an absolute URL. {0}: the text.
        case notAURL
        /// A value that is out of range. {0}: the value. {1} and {2}: the limits.
        case outOfRange
        /// A value below the limit. {0}: the value. {1}: the limit.
        case tooSmall
        /// A value above the limit. {0}: the value. {1}: the limit.
        case tooLarge
        /// A number that is not a multiple of the step. {0}: the number. {1}: the nearest permitted one.
        case notAStep
        /// A file that is too large. {0}: its name. {1}: the maximum size.
        case fileTooLarge
        /// A file, when the application retains too many.
        case tooManyFiles
        /// A field that a form lacks. {0}: its name.
        case missingField
        /// A field that was sent twice. {0}: its name.
        case repeatedField
        /// A field of a form with a text of the wrong kind. {0}: the text. {1}: the field's name. {2}: the kind, one of the
        /// next texts.
        case invalidField
        /// The kind of a whole number, in ``invalidField``.
        case kindWholeNumber
        /// The kind of a number, in ``invalidField``.
        case kindNumber
        /// The kind of a Boolean, in ``invalidField``.
        case kindBoolean
        /// The kind of a list of possible values, in ``invalidField``.
        case kindListed
        /// A form that was submitted before.
        case alreadySubmitted
        /// Shown after a restart of the server, if something was under way that ends with the process: a question, a held message or a file.
        case interrupted
        /// Shown if a stored page cannot be read after an update.
        case startedAnew
        /// Shown while a page waits for a node with the newer version of the program that has stored it.
        case waitsForUpdate
        /// Shown while inputs wait, because the storage cannot be reached.
        case waitsForStorage
        /// Shown while messages between engines wait in the storage.
        case messagesWait
        /// A text that was changed elsewhere, for a page without JavaScript.
        case changedElsewhere
        /// A control that does not exist any more.
        case unavailable
        /// A page with too many elements. {0}: the maximum.
        case tooManyElements
        /// A page with too many bytes. {0}: the maximum.
        case tooManyBytes
        /// A page whose elements are nested too deeply. {0}: the maximum.
        case tooDeep
        /// A page with too many scenes. {0}: the maximum.
        case tooManyScenes
        /// A URL that does not exist.
        case pageNotFound
        /// A session that has ended.
        case pageExpired
        /// The link to the start page.
        case startPage
        /// A server error while a page was opened.
        case serverError
        /// Too many open pages.
        case tooManyPages
        /// Too many requests from one network.
        case tooManyRequests
        /// A server that is shutting down.
        case shuttingDown
        /// A browser without cookies.
        case missingCookie
        /// Too many open connections.
        case tooManyConnections
        /// A message that no page sends.
        case invalidMessage
        /// A browser that requests the whole page again and again.
        case tooManyReloads
    }
}
