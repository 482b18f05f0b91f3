import type { Translation } from './translation.ts'

export const translation: Translation = {
  announcement: {
    name: 'Mitteilung',
    dismiss: 'Ausblenden',
    more: 'Mehr erfahren',
    types: { default: 'Hinweis', warning: 'Warnung', alarm: 'Wichtig' }
  },
  feedback: { label: 'Feedback' },
  marketplace: {
    title: 'Angebote für Veröffentlichungen',
    empty: 'Noch keine Angebote',
    failed: 'Die Angebote konnten nicht geladen werden',
    retry: 'Erneut versuchen',
    types: {
      article: 'Artikel',
      press_release: 'Pressemitteilung',
      social_post: 'Social-Media-Beitrag',
      newsletter: 'Newsletter',
      banner_placement: 'Bannerplatz',
      video: 'Video'
    }
  },
  chat: {
    title: 'Kontakt',
    lost: 'Der Chat konnte nicht geladen werden. Laden Sie die Seite neu, um es noch einmal zu versuchen.',
    elsewhereText:
      'Die Unterhaltung finden Sie auf unserer eigenen Website, auf der Sie angemeldet sind.',
    go: 'Weiter auf {host}',
    loading: 'Unterhaltung wird geladen …',
    failed: 'Die Unterhaltung konnte nicht geladen werden.',
    retry: 'Erneut versuchen',
    signedOut: 'Melden Sie sich an, damit unsere Antwort Sie erreicht.',
    signIn: 'Anmelden',
    elsewhere: 'Wir antworten in einem eigenen Fenster.',
    openElsewhere: 'Chat öffnen',
    empty: 'Fragen Sie uns, was Sie möchten. Die Unterhaltung bleibt hier erhalten.',
    online: 'Wir sind online.',
    away: 'Wir sind gerade offline. Wir antworten auch per E-Mail.',
    older: 'Ältere Nachrichten anzeigen',
    you: 'Sie',
    us: 'Support',
    read: 'Gelesen',
    email: 'E-Mail-Adresse',
    emailWrong: 'Diese E-Mail-Adresse ist nicht vollständig.',
    letterSent: 'Gesendet. Wir antworten per E-Mail.',
    text: 'Ihre Nachricht',
    send: 'Senden',
    picture: 'Bild hinzufügen',
    pictureFrom: 'Bild von {name}, {time}',
    notSent: 'Nicht gesendet. Versuchen Sie es noch einmal.',
    problems: {
      message_empty: 'Geben Sie eine Nachricht ein.',
      too_many_requests:
        'Zu viele Nachrichten. Warten Sie eine Minute und senden Sie sie dann erneut.'
    },
    uploading: 'Bild wird hochgeladen',
    ready: 'Ihr Bild, bereit zum Senden',
    remove: 'Bild entfernen',
    pictureProblems: {
      one_picture: 'Fügen Sie immer nur ein Bild hinzu.',
      chat_picture_not_taken: 'Die Datei ist kein Bild im Format PNG, JPEG, GIF, WebP oder AVIF.',
      chat_picture_too_large: 'Das Bild ist größer als {size}.',
      chat_picture_unknown: 'Der Upload ist älter als einen Tag. Versuchen Sie es noch einmal.',
      too_many_requests:
        'Zu viele Bilder. Warten Sie einige Minuten und versuchen Sie es dann erneut.',
      failed: 'Das Bild konnte nicht hochgeladen werden. Versuchen Sie es noch einmal.'
    },
    close: 'Schließen'
  },
  login: {
    email: 'E-Mail-Adresse',
    sendCode: 'Code per E-Mail senden',
    code: 'Zugangscode',
    codeHelp: 'Großschreibung, Leerzeichen und Bindestriche spielen keine Rolle.',
    codeEmpty: 'Geben Sie den Code ein oder fügen Sie ihn ein.',
    enter: 'Anmelden',
    haveCode: 'Ich habe schon einen Code',
    byMail: 'Stattdessen per E-Mail anmelden',
    lost: 'Probleme bei der Anmeldung?',
    newHere: 'Neu hier? Konto erstellen',
    haveAccount: 'Ich habe ein Konto',
    agreeBoth:
      'Mit dem Erstellen eines Kontos stimmen Sie den [Nutzungsbedingungen] und der [Datenschutzerklärung] zu.',
    agreeTerms: 'Mit dem Erstellen eines Kontos stimmen Sie den [Nutzungsbedingungen] zu.',
    withoutMail: 'Ohne E-Mail-Adresse fortfahren',
    emailWrong: 'Diese E-Mail-Adresse ist nicht vollständig.',
    sentTo: 'Falls es zu dieser Adresse ein Konto gibt, ist ein Code unterwegs an {email}.',
    sentToNew: 'Ein Code ist unterwegs an {email}.',
    sentHelp: 'Er gilt zehn Minuten lang in diesem Browser.',
    again: 'Neuen Code senden',
    againIn: 'Neuen Code senden ({seconds} s)',
    create: 'Konto erstellen',
    proof: 'Wir prüfen, dass Sie ein Mensch sind',
    talk: 'Kontakt',
    go: 'Weiter auf {host}',
    handOff: 'Sie melden sich dort in einem neuen Fenster an und kehren dann hierher zurück.',
    waiting: 'Warten auf das andere Fenster …',
    blocked:
      'Das Fenster konnte nicht geöffnet werden. Erlauben Sie Pop-ups für diese Seite und versuchen Sie es dann erneut.',
    closed: 'Das Fenster wurde vor der Anmeldung geschlossen.',
    refused: 'Diese Website darf Sie nicht anmelden.',
    failed: 'Die Anmeldung ist fehlgeschlagen. Versuchen Sie es gleich noch einmal.',
    anonymousText:
      'Wir fragen nicht, wer Sie sind. Deshalb kann Ihnen niemand einen neuen Code senden: Wenn Sie ihn verlieren, sind das Konto und sein Guthaben verloren.',
    createAnonymous: 'Anonymes Konto erstellen',
    codeOnce: 'Das ist Ihr Kontocode. Er wird nur einmal angezeigt.',
    copy: 'Kopieren',
    copied: 'Kopiert',
    download: 'Als Datei speichern',
    kept: 'Ich habe den Code an einem sicheren Ort gespeichert',
    done: 'Fertig',
    notYet:
      'Sichern Sie zuerst den Code: Kopieren Sie ihn, speichern Sie die Datei oder setzen Sie das Häkchen. Ohne den Code kann niemand dieses Konto wieder öffnen.',
    passkey: 'Auch einen Passkey hinzufügen',
    passkeyAdded: 'Passkey hinzugefügt. Sie können sich damit anmelden.',
    passkeyName: 'Passkey vom {date}',
    fileText: 'Kontocode für {site}. Wer diesen Code hat, kann sich anmelden:',
    passkeyWay: 'Passkey verwenden',
    close: 'Schließen',
    titles: {
      GET_SIGN_IN_POPUP: {
        title: 'Anmelden',
        description:
          'Kein Passwort nötig. Wir senden Ihnen einen Code per E-Mail, oder Sie verwenden Ihren gespeicherten Kontocode.'
      },
      ENTER_ACCESS_POPUP: {
        title: 'Zugangscode eingeben',
        description: 'Der Kontocode eines anonymen Kontos oder der Einmalcode aus einer E-Mail.'
      },
      RESET_PASSWORD_POPUP: {
        title: 'Zugang wiederherstellen',
        description: 'Wir senden einen Einmalcode an die E-Mail-Adresse Ihres Kontos.'
      },
      CHECK_YOUR_EMAIL: { title: 'Sehen Sie in Ihre E-Mails', description: '' },
      CREATE_ACCOUNT: {
        title: 'Konto erstellen',
        description: 'Ein Konto für beides: auf anderen Websites werben und mit eigenen verdienen.'
      },
      ANONYMOUS_SIGN_UP: {
        title: 'Anonymes Konto',
        description:
          'Sie erhalten einen Code. Er ist Ihr Konto: Wer den Code hat, kann sich anmelden.'
      },
      CONFIRM_AN_ACCOUNT: { title: 'Konto bestätigen', description: '' }
    },
    failures: {
      unreachable:
        'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
      unreadable: 'Die Antwort des Servers war nicht lesbar. Versuchen Sie es gleich noch einmal.',
      internal:
        'Bei uns ist etwas schiefgegangen. Es ging nichts verloren. Versuchen Sie es gleich noch einmal.',
      unavailable: 'Der Dienst ist gerade nicht verfügbar. Versuchen Sie es gleich noch einmal.',
      too_many_requests:
        'Zu viele Versuche. Warten Sie einige Minuten und versuchen Sie es dann erneut.',
      access_code_wrong:
        'Dieser Code ist nicht richtig. Prüfen Sie ihn oder fordern Sie einen neuen an.',
      access_code_expired: 'Dieser Code ist abgelaufen. Fordern Sie einen neuen an.',
      other: 'Das hat nicht geklappt. Prüfen Sie Ihre Angaben und versuchen Sie es noch einmal.'
    }
  }
}
