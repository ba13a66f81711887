extension PageTexts {
    /// The Spanish texts.
    public static let spanish = PageTexts([
        .back: "Atrás",
        .close: "Cerrar",
        .noConnection: "Sin conexión. Intentándolo de nuevo…",
        .serverBusy: "El servidor está ocupado. Sus datos se procesarán más tarde.",
        .notSent: "No enviado: {0}.",
        .unexpectedValue: "Este valor no es válido aquí. Vuelva a cargar la página e inténtelo de nuevo.",
        .required: "Se requiere un valor.",
        .tooLong: "El texto es demasiado largo. Puede tener como máximo {0} caracteres.",
        .tooShort: "El texto es demasiado corto. Debe tener al menos {0} caracteres.",
        .notAWholeNumber: "«{0}» no es un número entero.",
        .notANumber: "«{0}» no es un número.",
        .notADate: "«{0}» no es una fecha.",
        .notATime: "«{0}» no es una hora.",
        .notAColor: "«{0}» no es un color.",
        .notAnEmailAddress: "«{0}» no es una dirección de correo electrónico.",
        .notAURL: "«{0}» no es una URL. Una URL empieza con un esquema como https://.",
        .outOfRange: "{0} no está entre {1} y {2}.",
        .tooSmall: "{0} es menor que {1}.",
        .tooLarge: "{0} es mayor que {1}.",
        .notAStep: "{0} no está permitido aquí. El valor más cercano es {1}.",
        .fileTooLarge: "«{0}» es demasiado grande. Un archivo puede tener como máximo {1}.",
        .tooManyFiles: "Hay demasiados archivos seleccionados. Espere a que se envíen algunos.",
        .missingField: "Falta «{0}».",
        .repeatedField: "«{0}» se envió dos veces.",
        .invalidField: "«{0}» no es válido para «{1}». Se esperaba {2}.",
        .kindWholeNumber: "un número entero",
        .kindNumber: "un número",
        .kindBoolean: "sí o no",
        .kindListed: "uno de los valores ofrecidos",
        .alreadySubmitted: "Este formulario ya se envió.",
        .changedElsewhere:
            "El texto se cambió en otro lugar, por lo que su cambio no se guardó. Revise el texto y envíelo de nuevo.",
        .unavailable: "Este control ya no está disponible.",
        .tooManyElements: "Esta página es demasiado grande. Tiene más de {0} elementos. Muestre una parte de ellos.",
        .tooManyBytes: "Esta página es demasiado grande. Tiene más de {0} bytes. Muestre una parte de ellos.",
        .tooDeep: "Esta página es demasiado profunda. Sus elementos están anidados más de {0} veces.",
        .tooManyScenes: "Hay demasiadas pantallas abiertas. Puede haber como máximo {0}. Cierre algunas.",
        .pageNotFound: "Página no encontrada.",
        .pageExpired: "Esta página ha caducado. Su sesión ha terminado.",
        .startPage: "Ir a la página de inicio.",
        .serverError: "No se pudo abrir la página por un error del servidor. Inténtelo de nuevo más tarde.",
        .tooManyPages:
            "El servidor tiene demasiadas páginas abiertas. Cierre algunas pestañas o inténtelo de nuevo más tarde.",
        .tooManyRequests: "Llegan demasiadas solicitudes desde su red. Inténtelo de nuevo en un momento.",
        .shuttingDown: "El servidor se está cerrando. Inténtelo de nuevo más tarde.",
        .missingCookie:
            "El navegador no envió ninguna cookie. Permita las cookies para este sitio y vuelva a cargar la página.",
        .tooManyConnections:
            "El servidor tiene demasiadas conexiones abiertas. Cierre algunas pestañas o inténtelo de nuevo más tarde.",
        .invalidMessage:
            "El navegador envió un mensaje no válido. Vuelva a cargar la página.",
        .tooManyReloads:
            "El navegador solicitó la página completa demasiadas veces. Vuelva a cargar la página.",
    ])
}
