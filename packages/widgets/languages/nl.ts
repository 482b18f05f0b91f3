import type { Translation } from './translation.ts'

export const translation: Translation = {
  announcement: {
    name: 'Mededeling',
    dismiss: 'Sluiten',
    more: 'Meer lezen',
    types: {
      default: 'Opmerking',
      warning: 'Waarschuwing',
      alarm: 'Belangrijk'
    }
  },
  feedback: { label: 'Feedback' },
  marketplace: {
    title: 'Publicatieaanbiedingen',
    empty: 'Nog geen aanbiedingen',
    failed: 'De aanbiedingen konden niet worden geladen',
    retry: 'Opnieuw proberen',
    types: {
      article: 'Artikel',
      press_release: 'Persbericht',
      social_post: 'Bericht op sociale media',
      newsletter: 'Nieuwsbrief',
      banner_placement: 'Bannerplaats',
      video: 'Video'
    }
  },
  chat: {
    title: 'Contact opnemen',
    lost: 'De chat kon niet worden geladen. Laad de pagina opnieuw om het nog eens te proberen.',
    elsewhereText: 'Het gesprek staat op onze eigen site, waar u bent ingelogd.',
    go: 'Verder op {host}',
    loading: 'Gesprek laden…',
    failed: 'Het gesprek kon niet worden geladen.',
    retry: 'Opnieuw proberen',
    signedOut: 'Log in zodat ons antwoord u bereikt.',
    signIn: 'Inloggen',
    elsewhere: 'We antwoorden in een apart venster.',
    openElsewhere: 'Chat openen',
    empty: 'Stel gerust uw vraag. Het gesprek blijft hier staan.',
    online: 'We zijn online.',
    away: 'We zijn nu offline. We antwoorden ook per e-mail.',
    older: 'Oudere berichten tonen',
    you: 'U',
    us: 'Ondersteuning',
    read: 'Gelezen',
    email: 'E-mailadres',
    emailWrong: 'Dit e-mailadres is niet volledig.',
    letterSent: 'Verzonden. We antwoorden per e-mail.',
    text: 'Uw bericht',
    send: 'Verzenden',
    picture: 'Afbeelding toevoegen',
    pictureFrom: 'Afbeelding van {name}, {time}',
    notSent: 'Niet verzonden. Probeer het opnieuw.',
    problems: {
      message_empty: 'Voer een bericht in.',
      too_many_requests: 'Te veel berichten. Wacht een minuut en verzend het dan opnieuw.'
    },
    uploading: 'Afbeelding uploaden',
    ready: 'Uw afbeelding, klaar om te verzenden',
    remove: 'Afbeelding verwijderen',
    pictureProblems: {
      one_picture: 'Voeg één afbeelding tegelijk toe.',
      chat_picture_not_taken: 'Het bestand is geen PNG-, JPEG-, GIF-, WebP- of AVIF-afbeelding.',
      chat_picture_too_large: 'De afbeelding is groter dan {size}.',
      chat_picture_unknown: 'De upload is meer dan een dag oud. Probeer het opnieuw.',
      too_many_requests: 'Te veel afbeeldingen. Wacht enkele minuten en probeer het opnieuw.',
      failed: 'De afbeelding kon niet worden geüpload. Probeer het opnieuw.'
    },
    close: 'Sluiten'
  },
  login: {
    email: 'E-mailadres',
    sendCode: 'Code per e-mail sturen',
    code: 'Toegangscode',
    codeHelp: 'Hoofdletters, spaties en koppeltekens maken niet uit.',
    codeEmpty: 'Voer de code in of plak die.',
    enter: 'Inloggen',
    haveCode: 'Ik heb al een code',
    byMail: 'Inloggen per e-mail',
    lost: 'Lukt inloggen niet?',
    newHere: 'Nieuw hier? Maak een account',
    haveAccount: 'Ik heb een account',
    agreeBoth:
      'Door een account te maken, ga je akkoord met de [servicevoorwaarden] en het [privacybeleid].',
    agreeTerms: 'Door een account te maken, ga je akkoord met de [servicevoorwaarden].',
    withoutMail: 'Verdergaan zonder e-mailadres',
    emailWrong: 'Dit e-mailadres is niet volledig.',
    sentTo: 'Als er een account voor dit adres is, is er een code onderweg naar {email}.',
    sentToNew: 'Er is een code onderweg naar {email}.',
    sentHelp: 'De code werkt tien minuten, in deze browser.',
    again: 'Nieuwe code sturen',
    againIn: 'Nieuwe code sturen ({seconds} s)',
    create: 'Account maken',
    proof: 'Controleren of u een mens bent',
    talk: 'Contact opnemen',
    go: 'Verder op {host}',
    handOff: 'U logt daar in, in een nieuw venster, en komt dan hier terug.',
    waiting: 'Wachten op het andere venster…',
    blocked:
      'Het venster kon niet worden geopend. Sta pop-ups toe voor deze pagina en probeer het opnieuw.',
    closed: 'Het venster is gesloten voordat u was ingelogd.',
    refused: 'Deze site mag u niet laten inloggen.',
    failed: 'Inloggen is mislukt. Probeer het zo opnieuw.',
    anonymousText:
      'We vragen niet wie u bent, dus niemand kan u een nieuwe code sturen. Als u de code kwijtraakt, bent u het account en het geld kwijt.',
    createAnonymous: 'Anoniem account maken',
    codeOnce: 'Dit is uw accountcode. De code wordt maar één keer getoond.',
    copy: 'Kopiëren',
    copied: 'Gekopieerd',
    download: 'Opslaan als bestand',
    kept: 'Ik heb de code op een veilige plek bewaard',
    done: 'Klaar',
    notYet:
      'Bewaar eerst de code: kopieer de code, sla het bestand op of vink het vakje aan. Zonder de code kan niemand dit account nog openen.',
    passkey: 'Ook een passkey toevoegen',
    passkeyAdded: 'Passkey toegevoegd. U kunt ermee inloggen.',
    passkeyName: 'Passkey van {date}',
    fileText: 'Accountcode voor {site}. Iedereen met deze code kan inloggen:',
    passkeyWay: 'Een passkey gebruiken',
    close: 'Sluiten',
    titles: {
      GET_SIGN_IN_POPUP: {
        title: 'Inloggen',
        description:
          'Geen wachtwoord nodig. We mailen u een code, of u gebruikt de accountcode die u hebt bewaard.'
      },
      ENTER_ACCESS_POPUP: {
        title: 'Voer uw toegangscode in',
        description: 'De accountcode van een anoniem account of de eenmalige code uit een e-mail.'
      },
      RESET_PASSWORD_POPUP: {
        title: 'Toegang herstellen',
        description: 'We sturen een eenmalige code naar het adres van uw account.'
      },
      CHECK_YOUR_EMAIL: { title: 'Controleer uw e-mail', description: '' },
      CREATE_ACCOUNT: {
        title: 'Account maken',
        description:
          'Eén account voor alles: adverteer op andere sites en verdien met uw eigen sites.'
      },
      ANONYMOUS_SIGN_UP: {
        title: 'Anoniem account',
        description: 'U krijgt één code. Die is uw account: iedereen met de code kan inloggen.'
      },
      CONFIRM_AN_ACCOUNT: { title: 'Bevestig uw account', description: '' }
    },
    failures: {
      unreachable: 'De server is niet bereikbaar. Controleer uw verbinding en probeer het opnieuw.',
      unreadable: 'Het antwoord van de server was onleesbaar. Probeer het zo opnieuw.',
      internal: 'Er ging iets mis bij ons. Er is niets verloren gegaan. Probeer het zo opnieuw.',
      unavailable: 'De dienst is nu niet beschikbaar. Probeer het zo opnieuw.',
      too_many_requests: 'Te veel pogingen. Wacht enkele minuten en probeer het opnieuw.',
      access_code_wrong: 'Deze code klopt niet. Controleer de code of vraag een nieuwe aan.',
      access_code_expired: 'Deze code is verlopen. Vraag een nieuwe aan.',
      other: 'Dat is niet gelukt. Controleer wat u hebt ingevoerd en probeer het opnieuw.'
    }
  }
}
