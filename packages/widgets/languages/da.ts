import type { Translation } from './translation.ts'

export const translation: Translation = {
  announcement: {
    name: 'Meddelelse',
    dismiss: 'Luk',
    more: 'Læs mere',
    types: {
      default: 'Bemærk',
      warning: 'Advarsel',
      alarm: 'Vigtigt'
    }
  },
  feedback: { label: 'Feedback' },
  marketplace: {
    title: 'Udgivelsestilbud',
    empty: 'Ingen tilbud endnu',
    failed: 'Tilbuddene kunne ikke indlæses',
    retry: 'Prøv igen',
    types: {
      article: 'Artikel',
      press_release: 'Pressemeddelelse',
      social_post: 'Opslag på sociale medier',
      newsletter: 'Nyhedsbrev',
      banner_placement: 'Bannerplads',
      video: 'Video'
    }
  },
  chat: {
    title: 'Kontakt os',
    lost: 'Chatten kunne ikke indlæses. Genindlæs siden for at prøve igen.',
    elsewhereText: 'Samtalen er på vores eget websted, hvor du er logget ind.',
    go: 'Fortsæt på {host}',
    loading: 'Indlæser samtalen…',
    failed: 'Samtalen kunne ikke indlæses.',
    retry: 'Prøv igen',
    signedOut: 'Log ind, så vores svar når frem til dig.',
    signIn: 'Log ind',
    elsewhere: 'Vi svarer i et separat vindue.',
    openElsewhere: 'Åbn chatten',
    empty: 'Spørg os om hvad som helst. Samtalen bliver her.',
    online: 'Vi er online.',
    away: 'Vi er ikke online lige nu. Vi svarer også på e-mail.',
    older: 'Vis ældre beskeder',
    you: 'Dig',
    us: 'Support',
    read: 'Læst',
    email: 'E-mailadresse',
    emailWrong: 'E-mailadressen er ikke fuldstændig.',
    letterSent: 'Sendt. Vi svarer på e-mail.',
    text: 'Din besked',
    send: 'Send',
    picture: 'Tilføj et billede',
    pictureFrom: 'Billede fra {name}, {time}',
    notSent: 'Ikke sendt. Prøv igen.',
    problems: {
      message_empty: 'Skriv en besked.',
      too_many_requests: 'For mange beskeder. Vent et minut, og send den igen.'
    },
    uploading: 'Uploader billedet',
    ready: 'Dit billede, klar til at blive sendt',
    remove: 'Fjern billedet',
    pictureProblems: {
      one_picture: 'Tilføj ét billede ad gangen.',
      chat_picture_not_taken: 'Filen er ikke et PNG-, JPEG-, GIF-, WebP- eller AVIF-billede.',
      chat_picture_too_large: 'Billedet er større end {size}.',
      chat_picture_unknown: 'Uploaden er mere end et døgn gammel. Prøv igen.',
      too_many_requests: 'For mange billeder. Vent et par minutter, og prøv igen.',
      failed: 'Billedet kunne ikke uploades. Prøv igen.'
    },
    close: 'Luk'
  },
  login: {
    email: 'E-mailadresse',
    sendCode: 'Send mig en kode',
    code: 'Kode',
    codeHelp: 'Store bogstaver, mellemrum og bindestreger er ligegyldige.',
    codeEmpty: 'Skriv eller indsæt koden.',
    enter: 'Log ind',
    haveCode: 'Jeg har allerede en kode',
    byMail: 'Log ind via e-mail i stedet',
    lost: 'Kan du ikke logge ind?',
    newHere: 'Ny her? Opret en konto',
    haveAccount: 'Jeg har en konto',
    agreeBoth: 'Når du opretter en konto, accepterer du [vilkårene] og [privatlivspolitikken].',
    agreeTerms: 'Når du opretter en konto, accepterer du [vilkårene].',
    withoutMail: 'Fortsæt uden e-mailadresse',
    emailWrong: 'E-mailadressen er ikke fuldstændig.',
    sentTo: 'Hvis der findes en konto med denne adresse, er der en kode på vej til {email}.',
    sentToNew: 'Der er en kode på vej til {email}.',
    sentHelp: 'Den gælder i ti minutter i denne browser.',
    again: 'Send en ny kode',
    againIn: 'Send en ny kode ({seconds} s)',
    create: 'Opret konto',
    proof: 'Kontrollerer, at du er et menneske',
    talk: 'Kontakt os',
    go: 'Fortsæt på {host}',
    handOff: 'Du logger ind der i et nyt vindue og kommer derefter tilbage hertil.',
    waiting: 'Venter på det andet vindue…',
    blocked: 'Vinduet kunne ikke åbnes. Tillad pop op-vinduer for denne side, og prøv igen.',
    closed: 'Vinduet blev lukket, før du var logget ind.',
    refused: 'Dette websted må ikke logge dig ind.',
    failed: 'Login mislykkedes. Prøv igen om lidt.',
    anonymousText:
      'Vi spørger ikke, hvem du er, så ingen kan sende dig en ny kode. Hvis du mister den, er kontoen og pengene tabt.',
    createAnonymous: 'Opret anonym konto',
    codeOnce: 'Dette er din kontokode. Den vises kun én gang.',
    copy: 'Kopiér',
    copied: 'Kopieret',
    download: 'Gem som fil',
    kept: 'Jeg har gemt koden et sikkert sted',
    done: 'Færdig',
    notYet:
      'Gem først koden: Kopiér den, gem filen, eller sæt flueben. Uden koden kan ingen åbne denne konto igen.',
    passkey: 'Tilføj også en adgangsnøgle',
    passkeyAdded: 'Adgangsnøglen er tilføjet. Du kan logge ind med den.',
    passkeyName: 'Adgangsnøgle fra {date}',
    fileText: 'Kontokode til {site}. Alle, der har koden, kan logge ind:',
    passkeyWay: 'Brug en adgangsnøgle',
    close: 'Luk',
    titles: {
      GET_SIGN_IN_POPUP: {
        title: 'Log ind',
        description:
          'Ingen adgangskode nødvendig. Vi sender dig en kode på e-mail, eller du bruger den kontokode, du har gemt.'
      },
      ENTER_ACCESS_POPUP: {
        title: 'Indtast din kode',
        description: 'Kontokoden til en anonym konto eller engangskoden fra en e-mail.'
      },
      RESET_PASSWORD_POPUP: {
        title: 'Gendan adgang',
        description: 'Vi sender en engangskode til kontoens adresse.'
      },
      CHECK_YOUR_EMAIL: { title: 'Tjek din e-mail', description: '' },
      CREATE_ACCOUNT: {
        title: 'Opret konto',
        description:
          'Én konto til begge dele: annoncér på andre websteder, og tjen penge på dine egne.'
      },
      ANONYMOUS_SIGN_UP: {
        title: 'Anonym konto',
        description: 'Du får én kode. Den er din konto: Alle, der har koden, kan logge ind.'
      },
      CONFIRM_AN_ACCOUNT: { title: 'Bekræft din konto', description: '' }
    },
    failures: {
      unreachable: 'Serveren kunne ikke nås. Tjek din forbindelse, og prøv igen.',
      unreadable: 'Serverens svar kunne ikke læses. Prøv igen om lidt.',
      internal: 'Noget gik galt hos os. Intet er gået tabt. Prøv igen om lidt.',
      unavailable: 'Tjenesten er ikke tilgængelig lige nu. Prøv igen om lidt.',
      too_many_requests: 'For mange forsøg. Vent et par minutter, og prøv igen.',
      access_code_wrong: 'Koden er ikke rigtig. Tjek den, eller bed om en ny.',
      access_code_expired: 'Koden er udløbet. Bed om en ny.',
      other: 'Det lykkedes ikke. Tjek det, du har indtastet, og prøv igen.'
    }
  }
}
