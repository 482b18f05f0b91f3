import type { Translation } from './translation.ts'

export const translation: Translation = {
  announcement: {
    name: 'Meddelande',
    dismiss: 'Stäng',
    more: 'Läs mer',
    types: {
      default: 'Information',
      warning: 'Varning',
      alarm: 'Viktigt'
    }
  },
  feedback: { label: 'Synpunkter' },
  marketplace: {
    title: 'Publiceringserbjudanden',
    empty: 'Inga erbjudanden än',
    failed: 'Erbjudandena kunde inte läsas in',
    retry: 'Försök igen',
    types: {
      article: 'Artikel',
      press_release: 'Pressmeddelande',
      social_post: 'Inlägg i sociala medier',
      newsletter: 'Nyhetsbrev',
      banner_placement: 'Bannerplats',
      video: 'Video'
    }
  },
  chat: {
    title: 'Kontakta oss',
    lost: 'Chatten kunde inte läsas in. Ladda om sidan för att försöka igen.',
    elsewhereText: 'Konversationen finns på vår egen webbplats, där du är inloggad.',
    go: 'Fortsätt på {host}',
    loading: 'Läser in konversationen…',
    failed: 'Konversationen kunde inte läsas in.',
    retry: 'Försök igen',
    signedOut: 'Logga in så att vårt svar når dig.',
    signIn: 'Logga in',
    elsewhere: 'Vi svarar i ett eget fönster.',
    openElsewhere: 'Öppna chatten',
    empty: 'Fråga oss vad som helst. Konversationen finns kvar här.',
    online: 'Vi är online.',
    away: 'Vi är inte online just nu. Vi svarar också via e-post.',
    older: 'Visa äldre meddelanden',
    you: 'Du',
    us: 'Support',
    read: 'Läst',
    email: 'E-postadress',
    emailWrong: 'E-postadressen är inte fullständig.',
    letterSent: 'Skickat. Vi svarar via e-post.',
    text: 'Ditt meddelande',
    send: 'Skicka',
    picture: 'Lägg till en bild',
    pictureFrom: 'Bild från {name}, {time}',
    notSent: 'Inte skickat. Försök igen.',
    problems: {
      message_empty: 'Skriv ett meddelande.',
      too_many_requests: 'För många meddelanden. Vänta en minut och skicka det igen.'
    },
    uploading: 'Laddar upp bilden',
    ready: 'Din bild, redo att skickas',
    remove: 'Ta bort bilden',
    pictureProblems: {
      one_picture: 'Lägg till en bild i taget.',
      chat_picture_not_taken: 'Filen är ingen bild i formatet PNG, JPEG, GIF, WebP eller AVIF.',
      chat_picture_too_large: 'Bilden är större än {size}.',
      chat_picture_unknown: 'Uppladdningen är mer än ett dygn gammal. Försök igen.',
      too_many_requests: 'För många bilder. Vänta några minuter och försök igen.',
      failed: 'Bilden kunde inte laddas upp. Försök igen.'
    },
    close: 'Stäng'
  },
  login: {
    email: 'E-postadress',
    sendCode: 'Skicka en kod till mig',
    code: 'Åtkomstkod',
    codeHelp: 'Versaler, mellanslag och bindestreck spelar ingen roll.',
    codeEmpty: 'Skriv eller klistra in koden.',
    enter: 'Logga in',
    haveCode: 'Jag har redan en kod',
    byMail: 'Logga in via e-post i stället',
    lost: 'Kan du inte logga in?',
    newHere: 'Ny här? Skapa ett konto',
    haveAccount: 'Jag har ett konto',
    agreeBoth:
      'Genom att skapa ett konto godkänner du [användarvillkoren] och [integritetspolicyn].',
    agreeTerms: 'Genom att skapa ett konto godkänner du [användarvillkoren].',
    withoutMail: 'Fortsätt utan e-postadress',
    emailWrong: 'E-postadressen är inte fullständig.',
    sentTo: 'Om det finns ett konto för adressen är en kod på väg till {email}.',
    sentToNew: 'En kod är på väg till {email}.',
    sentHelp: 'Den gäller i tio minuter, i den här webbläsaren.',
    again: 'Skicka en ny kod',
    againIn: 'Skicka en ny kod ({seconds} s)',
    create: 'Skapa konto',
    proof: 'Kontrollerar att du är en människa',
    talk: 'Kontakta oss',
    go: 'Fortsätt på {host}',
    handOff: 'Du loggar in där, i ett nytt fönster, och kommer sedan tillbaka hit.',
    waiting: 'Väntar på det andra fönstret…',
    blocked: 'Fönstret kunde inte öppnas. Tillåt popupfönster för sidan och försök igen.',
    closed: 'Fönstret stängdes innan du var inloggad.',
    refused: 'Den här webbplatsen får inte logga in dig.',
    failed: 'Inloggningen misslyckades. Försök igen om en stund.',
    anonymousText:
      'Vi frågar inte vem du är, så ingen kan skicka en ny kod till dig. Om du tappar bort den är kontot och dess pengar förlorade.',
    createAnonymous: 'Skapa anonymt konto',
    codeOnce: 'Det här är din kontokod. Den visas bara en gång.',
    copy: 'Kopiera',
    copied: 'Kopierat',
    download: 'Spara som fil',
    kept: 'Jag har sparat koden på ett säkert ställe',
    done: 'Klar',
    notYet:
      'Spara koden först: kopiera den, spara filen eller markera rutan. Utan koden kan ingen öppna kontot igen.',
    passkey: 'Lägg till en nyckel också',
    passkeyAdded: 'Nyckeln har lagts till. Du kan logga in med den.',
    passkeyName: 'Nyckel från {date}',
    fileText: 'Kontokod för {site}. Alla som har koden kan logga in:',
    passkeyWay: 'Använd en nyckel',
    close: 'Stäng',
    titles: {
      GET_SIGN_IN_POPUP: {
        title: 'Logga in',
        description:
          'Inget lösenord behövs. Vi mejlar dig en kod, eller så använder du kontokoden som du har sparat.'
      },
      ENTER_ACCESS_POPUP: {
        title: 'Ange din åtkomstkod',
        description: 'Kontokoden för ett anonymt konto eller engångskoden från ett mejl.'
      },
      RESET_PASSWORD_POPUP: {
        title: 'Återställ åtkomst',
        description: 'Vi mejlar en engångskod till kontots adress.'
      },
      CHECK_YOUR_EMAIL: { title: 'Kolla din e-post', description: '' },
      CREATE_ACCOUNT: {
        title: 'Skapa konto',
        description:
          'Ett konto för båda delar: annonsera på andra webbplatser och tjäna pengar på dina egna.'
      },
      ANONYMOUS_SIGN_UP: {
        title: 'Anonymt konto',
        description: 'Du får en kod. Den är ditt konto: alla som har koden kan logga in.'
      },
      CONFIRM_AN_ACCOUNT: { title: 'Bekräfta ditt konto', description: '' }
    },
    failures: {
      unreachable: 'Servern kunde inte nås. Kontrollera anslutningen och försök igen.',
      unreadable: 'Serverns svar kunde inte läsas. Försök igen om en stund.',
      internal: 'Något gick fel hos oss. Inget har gått förlorat. Försök igen om en stund.',
      unavailable: 'Tjänsten är inte tillgänglig just nu. Försök igen om en stund.',
      too_many_requests: 'För många försök. Vänta några minuter och försök igen.',
      access_code_wrong: 'Koden stämmer inte. Kontrollera den eller begär en ny.',
      access_code_expired: 'Koden har gått ut. Begär en ny.',
      other: 'Det gick inte. Kontrollera det du har angett och försök igen.'
    }
  }
}
