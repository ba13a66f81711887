extension PageTexts {
    /// The German texts.
    public static let german = PageTexts([
        .back: "Zurück",
        .close: "Schließen",
        .noConnection: "Keine Verbindung. Neuer Versuch…",
        .serverBusy: "Der Server ist ausgelastet. Ihre Eingaben werden später verarbeitet.",
        .notSent: "Nicht gesendet: {0}.",
        .notSaved: "Nicht gespeichert: {0}",
        .insert: "Einsetzen",
        .discard: "Verwerfen",
        .unexpectedValue:
            "Dieser Wert ist hier nicht gültig. Laden Sie die Seite neu und versuchen Sie es noch einmal.",
        .required: "Hier ist eine Angabe erforderlich.",
        .tooLong: "Der Text ist zu lang. Er darf höchstens {0} Zeichen haben.",
        .tooShort: "Der Text ist zu kurz. Er muss mindestens {0} Zeichen haben.",
        .notAWholeNumber: "„{0}“ ist keine ganze Zahl.",
        .notANumber: "„{0}“ ist keine Zahl.",
        .notADate: "„{0}“ ist kein Datum.",
        .notATime: "„{0}“ ist keine Uhrzeit.",
        .notAColor: "„{0}“ ist keine Farbe.",
        .notAnEmailAddress: "„{0}“ ist keine E-Mail-Adresse.",
        .notAURL: "„{0}“ ist keine URL. Eine URL beginnt mit einem Schema wie https://.",
        .outOfRange: "{0} liegt nicht zwischen {1} und {2}.",
        .tooSmall: "{0} ist kleiner als {1}.",
        .tooLarge: "{0} ist größer als {1}.",
        .notAStep: "{0} ist hier nicht erlaubt. Der nächste Wert ist {1}.",
        .fileTooLarge: "„{0}“ ist zu groß. Eine Datei darf höchstens {1} haben.",
        .tooManyFiles: "Es sind zu viele Dateien ausgewählt. Warten Sie, bis einige gesendet sind.",
        .missingField: "„{0}“ fehlt.",
        .repeatedField: "„{0}“ wurde zweimal gesendet.",
        .invalidField: "„{0}“ ist für „{1}“ nicht gültig. Erwartet wird {2}.",
        .kindWholeNumber: "eine ganze Zahl",
        .kindNumber: "eine Zahl",
        .kindBoolean: "ja oder nein",
        .kindListed: "einer der angebotenen Werte",
        .alreadySubmitted: "Dieses Formular wurde bereits gesendet.",
        .interrupted:
            "Der Server wurde neu gestartet. Ein Schritt, der noch lief, wurde abgebrochen. Bitte wiederholen Sie ihn.",
        .startedAnew: "Diese Seite konnte nach einer Aktualisierung nicht fortgesetzt werden und beginnt neu.",
        .waitsForUpdate: "Diese Seite wartet auf eine neuere Version des Servers. Ihre Eingaben bleiben erhalten.",
        .waitsForStorage: "Der Speicher ist nicht erreichbar. Ihre Eingaben warten, bis er es wieder ist.",
        .messagesWait: "Nachrichten verzögern sich. Sie kommen später an.",
        .changedElsewhere:
            "Der Text wurde an anderer Stelle geändert, daher wurde Ihre Änderung nicht gespeichert. Prüfen Sie den Text und senden Sie ihn noch einmal.",
        .unavailable: "Dieses Bedienelement gibt es nicht mehr.",
        .tooManyElements: "Diese Seite ist zu groß. Sie hat mehr als {0} Elemente. Zeigen Sie einen Teil davon.",
        .tooManyBytes: "Diese Seite ist zu groß. Sie hat mehr als {0} Byte. Zeigen Sie einen Teil davon.",
        .tooDeep: "Diese Seite ist zu tief. Ihre Elemente sind mehr als {0}-mal verschachtelt.",
        .tooManyScenes: "Es sind zu viele Ansichten offen. Möglich sind höchstens {0}. Schließen Sie einige.",
        .pageNotFound: "Seite nicht gefunden.",
        .pageExpired: "Diese Seite ist abgelaufen. Ihre Sitzung ist beendet.",
        .startPage: "Zur Startseite.",
        .serverError:
            "Die Seite konnte wegen eines Serverfehlers nicht geöffnet werden. Versuchen Sie es später noch einmal.",
        .tooManyPages:
            "Der Server hat zu viele offene Seiten. Schließen Sie einige Tabs oder versuchen Sie es später noch einmal.",
        .tooManyRequests: "Aus Ihrem Netz kommen zu viele Anfragen. Versuchen Sie es gleich noch einmal.",
        .shuttingDown: "Der Server wird beendet. Versuchen Sie es später noch einmal.",
        .missingCookie:
            "Der Browser hat kein Cookie gesendet. Erlauben Sie Cookies für diese Website und laden Sie die Seite neu.",
        .tooManyConnections:
            "Der Server hat zu viele offene Verbindungen. Schließen Sie einige Tabs oder versuchen Sie es später noch einmal.",
        .invalidMessage:
            "Der Browser hat eine ungültige Nachricht gesendet. Laden Sie die Seite neu.",
        .tooManyReloads:
            "Der Browser hat die ganze Seite zu oft angefordert. Laden Sie die Seite neu.",
    ])
}
