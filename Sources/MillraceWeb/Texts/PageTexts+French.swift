extension PageTexts {
    /// The French texts.
    public static let french = PageTexts([
        .back: "Retour",
        .close: "Fermer",
        .noConnection: "Pas de connexion. Nouvelle tentative…",
        .serverBusy: "Le serveur est occupé. Votre saisie sera traitée plus tard.",
        .notSent: "Non envoyé : {0}.",
        .unexpectedValue: "Cette valeur n’est pas valable ici. Rechargez la page et réessayez.",
        .required: "Une valeur est obligatoire.",
        .tooLong: "Le texte est trop long. Il peut avoir au plus {0} caractères.",
        .notAWholeNumber: "« {0} » n’est pas un nombre entier.",
        .notANumber: "« {0} » n’est pas un nombre.",
        .notADate: "« {0} » n’est pas une date.",
        .notATime: "« {0} » n’est pas une heure.",
        .notAColor: "« {0} » n’est pas une couleur.",
        .outOfRange: "{0} n’est pas compris entre {1} et {2}.",
        .notAStep: "{0} n’est pas autorisé ici. La valeur la plus proche est {1}.",
        .fileTooLarge: "« {0} » est trop volumineux. Un fichier peut avoir au plus {1}.",
        .tooManyFiles: "Trop de fichiers sont sélectionnés. Attendez que certains soient envoyés.",
        .missingField: "« {0} » manque.",
        .repeatedField: "« {0} » a été envoyé deux fois.",
        .invalidField: "« {0} » n’est pas valable pour « {1} ». Valeur attendue : {2}.",
        .kindWholeNumber: "un nombre entier",
        .kindNumber: "un nombre",
        .kindBoolean: "oui ou non",
        .kindListed: "une des valeurs proposées",
        .alreadySubmitted: "Ce formulaire a déjà été envoyé.",
        .changedElsewhere:
            "Le texte a été modifié ailleurs, votre modification n’a donc pas été enregistrée. Vérifiez le texte et envoyez-le à nouveau.",
        .unavailable: "Cette commande n’est plus disponible.",
        .tooManyElements: "Cette page est trop grande. Elle a plus de {0} éléments. Affichez-en une partie.",
        .tooManyBytes: "Cette page est trop grande. Elle a plus de {0} octets. Affichez-en une partie.",
        .tooDeep: "Cette page est trop profonde. Ses éléments sont imbriqués plus de {0} fois.",
        .tooManyScenes: "Trop d’écrans sont ouverts. Il peut y en avoir au plus {0}. Fermez-en quelques-uns.",
        .pageNotFound: "Page introuvable.",
        .pageExpired: "Cette page a expiré. Sa session est terminée.",
        .startPage: "Aller à la page d’accueil.",
        .serverError: "La page n’a pas pu être ouverte à cause d’une erreur du serveur. Réessayez plus tard.",
        .tooManyPages: "Le serveur a trop de pages ouvertes. Fermez des onglets ou réessayez plus tard.",
        .tooManyRequests: "Trop de requêtes viennent de votre réseau. Réessayez dans un instant.",
        .shuttingDown: "Le serveur s’arrête. Réessayez plus tard.",
        .missingCookie:
            "Le navigateur n’a pas envoyé de cookie. Autorisez les cookies pour ce site et rechargez la page.",
        .tooManyConnections:
            "Le serveur a trop de connexions ouvertes. Fermez des onglets ou réessayez plus tard.",
        .invalidMessage:
            "Le navigateur a envoyé un message non valable. Rechargez la page.",
        .tooManyReloads:
            "Le navigateur a demandé la page entière trop souvent. Rechargez la page.",
    ])
}
