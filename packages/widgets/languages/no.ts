import type { Translation } from './translation.ts'

export const translation: Translation = {
  announcement: {
    name: 'Kunngjøring',
    dismiss: 'Lukk',
    more: 'Les mer',
    types: {
      default: 'Merknad',
      warning: 'Advarsel',
      alarm: 'Viktig'
    }
  },
  feedback: { label: 'Tilbakemelding' },
  marketplace: {
    title: 'Publiseringstilbud',
    empty: 'Ingen tilbud ennå',
    failed: 'Tilbudene kunne ikke lastes inn',
    retry: 'Prøv igjen',
    types: {
      article: 'Artikkel',
      press_release: 'Pressemelding',
      social_post: 'Innlegg i sosiale medier',
      newsletter: 'Nyhetsbrev',
      banner_placement: 'Bannerplass',
      video: 'Video'
    }
  },
  chat: {
    title: 'Kontakt oss',
    lost: 'Chatten kunne ikke lastes inn. Last inn siden på nytt for å prøve igjen.',
    elsewhereText: 'Samtalen er på vårt eget nettsted, der du er logget inn.',
    go: 'Fortsett på {host}',
    loading: 'Laster inn samtalen …',
    failed: 'Samtalen kunne ikke lastes inn.',
    retry: 'Prøv igjen',
    signedOut: 'Logg inn slik at svaret vårt når deg.',
    signIn: 'Logg inn',
    elsewhere: 'Vi svarer i et eget vindu.',
    openElsewhere: 'Åpne chatten',
    empty: 'Spør oss om hva som helst. Samtalen blir liggende her.',
    online: 'Vi er pålogget.',
    away: 'Vi er ikke pålogget nå. Vi svarer også på e-post.',
    older: 'Vis eldre meldinger',
    you: 'Du',
    us: 'Brukerstøtte',
    read: 'Lest',
    email: 'E-postadresse',
    emailWrong: 'E-postadressen er ikke fullstendig.',
    letterSent: 'Sendt. Vi svarer på e-post.',
    text: 'Meldingen din',
    send: 'Send',
    picture: 'Legg til et bilde',
    pictureFrom: 'Bilde fra {name}, {time}',
    notSent: 'Ikke sendt. Prøv igjen.',
    problems: {
      message_empty: 'Skriv en melding.',
      too_many_requests: 'For mange meldinger. Vent et minutt, og send den på nytt.'
    },
    uploading: 'Laster opp bildet',
    ready: 'Bildet ditt, klart til å sendes',
    remove: 'Fjern bildet',
    pictureProblems: {
      one_picture: 'Legg til ett bilde om gangen.',
      chat_picture_not_taken: 'Filen er ikke et PNG-, JPEG-, GIF-, WebP- eller AVIF-bilde.',
      chat_picture_too_large: 'Bildet er større enn {size}.',
      chat_picture_unknown: 'Opplastingen er mer enn et døgn gammel. Prøv igjen.',
      too_many_requests: 'For mange bilder. Vent noen minutter, og prøv igjen.',
      failed: 'Bildet kunne ikke lastes opp. Prøv igjen.'
    },
    close: 'Lukk'
  },
  login: {
    email: 'E-postadresse',
    sendCode: 'Send meg en kode',
    code: 'Tilgangskode',
    codeHelp: 'Store bokstaver, mellomrom og bindestreker spiller ingen rolle.',
    codeEmpty: 'Skriv eller lim inn koden.',
    enter: 'Logg inn',
    haveCode: 'Jeg har allerede en kode',
    byMail: 'Logg inn med e-post i stedet',
    lost: 'Får du ikke logget inn?',
    newHere: 'Ny her? Opprett en konto',
    haveAccount: 'Jeg har en konto',
    agreeBoth: 'Når du oppretter en konto, godtar du [vilkårene] og [personvernerklæringen].',
    agreeTerms: 'Når du oppretter en konto, godtar du [vilkårene].',
    withoutMail: 'Fortsett uten e-postadresse',
    emailWrong: 'E-postadressen er ikke fullstendig.',
    sentTo: 'Hvis det finnes en konto for denne adressen, er en kode på vei til {email}.',
    sentToNew: 'En kode er på vei til {email}.',
    sentHelp: 'Den gjelder i ti minutter i denne nettleseren.',
    again: 'Send en ny kode',
    againIn: 'Send en ny kode ({seconds} s)',
    create: 'Opprett konto',
    proof: 'Kontrollerer at du er et menneske',
    talk: 'Kontakt oss',
    go: 'Fortsett på {host}',
    handOff: 'Du logger inn der i et nytt vindu og kommer deretter tilbake hit.',
    waiting: 'Venter på det andre vinduet …',
    blocked: 'Vinduet kunne ikke åpnes. Tillat popup-vinduer for denne siden, og prøv igjen.',
    closed: 'Vinduet ble lukket før du var logget inn.',
    refused: 'Dette nettstedet har ikke lov til å logge deg inn.',
    failed: 'Innloggingen mislyktes. Prøv igjen om litt.',
    anonymousText:
      'Vi spør ikke hvem du er, så ingen kan sende deg en ny kode. Mister du den, er kontoen og pengene tapt.',
    createAnonymous: 'Opprett anonym konto',
    codeOnce: 'Dette er kontokoden din. Den vises bare én gang.',
    copy: 'Kopier',
    copied: 'Kopiert',
    download: 'Lagre som fil',
    kept: 'Jeg har lagret koden på et trygt sted',
    done: 'Ferdig',
    notYet:
      'Lagre koden først: kopier den, lagre filen eller merk av i ruten. Uten koden kan ingen åpne denne kontoen igjen.',
    passkey: 'Legg også til en tilgangsnøkkel',
    passkeyAdded: 'Tilgangsnøkkelen er lagt til. Du kan logge inn med den.',
    passkeyName: 'Tilgangsnøkkel fra {date}',
    fileText: 'Kontokode for {site}. Alle som har koden, kan logge inn:',
    passkeyWay: 'Bruk en tilgangsnøkkel',
    close: 'Lukk',
    titles: {
      GET_SIGN_IN_POPUP: {
        title: 'Logg inn',
        description:
          'Du trenger ikke passord. Vi sender deg en kode på e-post, eller du bruker kontokoden du har lagret.'
      },
      ENTER_ACCESS_POPUP: {
        title: 'Skriv inn tilgangskoden',
        description: 'Kontokoden til en anonym konto eller engangskoden fra en e-post.'
      },
      RESET_PASSWORD_POPUP: {
        title: 'Gjenopprett tilgang',
        description: 'Vi sender en engangskode til adressen til kontoen din.'
      },
      CHECK_YOUR_EMAIL: { title: 'Sjekk e-posten din', description: '' },
      CREATE_ACCOUNT: {
        title: 'Opprett konto',
        description:
          'Én konto til begge deler: annonser på andre nettsteder og tjen penger på dine egne.'
      },
      ANONYMOUS_SIGN_UP: {
        title: 'Anonym konto',
        description: 'Du får én kode. Den er kontoen din: alle som har koden, kan logge inn.'
      },
      CONFIRM_AN_ACCOUNT: { title: 'Bekreft kontoen din', description: '' }
    },
    failures: {
      unreachable: 'Fikk ikke kontakt med serveren. Sjekk tilkoblingen, og prøv igjen.',
      unreadable: 'Svaret fra serveren kunne ikke leses. Prøv igjen om litt.',
      internal: 'Noe gikk galt hos oss. Ingenting gikk tapt. Prøv igjen om litt.',
      unavailable: 'Tjenesten er ikke tilgjengelig nå. Prøv igjen om litt.',
      too_many_requests: 'For mange forsøk. Vent noen minutter, og prøv igjen.',
      access_code_wrong: 'Koden er ikke riktig. Sjekk den, eller be om en ny.',
      access_code_expired: 'Koden er utløpt. Be om en ny.',
      other: 'Det gikk ikke. Sjekk det du har skrevet, og prøv igjen.'
    }
  }
}
