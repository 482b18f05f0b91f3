import type { Translation } from './translation.ts'

export const translation: Translation = {
  announcement: {
    name: 'Tiedote',
    dismiss: 'Sulje',
    more: 'Lue lisää',
    types: {
      default: 'Huomautus',
      warning: 'Varoitus',
      alarm: 'Tärkeää'
    }
  },
  feedback: { label: 'Palaute' },
  marketplace: {
    title: 'Julkaisutarjoukset',
    empty: 'Ei vielä tarjouksia',
    failed: 'Tarjouksia ei voitu ladata',
    retry: 'Yritä uudelleen',
    types: {
      article: 'Artikkeli',
      press_release: 'Lehdistötiedote',
      social_post: 'Somejulkaisu',
      newsletter: 'Uutiskirje',
      banner_placement: 'Bannerpaikka',
      video: 'Video'
    }
  },
  chat: {
    title: 'Ota yhteyttä',
    lost: 'Chattia ei voitu ladata. Lataa sivu uudelleen.',
    elsewhereText: 'Keskustelu on omalla sivustollamme, jolla olet kirjautuneena.',
    go: 'Jatka osoitteessa {host}',
    loading: 'Ladataan keskustelua…',
    failed: 'Keskustelua ei voitu ladata.',
    retry: 'Yritä uudelleen',
    signedOut: 'Kirjaudu sisään, jotta vastauksemme tavoittaa sinut.',
    signIn: 'Kirjaudu sisään',
    elsewhere: 'Vastaamme erillisessä ikkunassa.',
    openElsewhere: 'Avaa chat',
    empty: 'Kysy meiltä mitä vain. Keskustelu säilyy täällä.',
    online: 'Olemme paikalla.',
    away: 'Emme ole juuri nyt paikalla. Vastaamme myös sähköpostitse.',
    older: 'Näytä vanhemmat viestit',
    you: 'Sinä',
    us: 'Tuki',
    read: 'Luettu',
    email: 'Sähköpostiosoite',
    emailWrong: 'Sähköpostiosoite ei ole täydellinen.',
    letterSent: 'Lähetetty. Vastaamme sähköpostitse.',
    text: 'Viestisi',
    send: 'Lähetä',
    picture: 'Lisää kuva',
    pictureFrom: 'Kuva: {name}, {time}',
    notSent: 'Ei lähetetty. Yritä uudelleen.',
    problems: {
      message_empty: 'Kirjoita viesti.',
      too_many_requests: 'Liian monta viestiä. Odota minuutti ja lähetä uudelleen.'
    },
    uploading: 'Kuvaa ladataan',
    ready: 'Kuvasi, valmis lähetettäväksi',
    remove: 'Poista kuva',
    pictureProblems: {
      one_picture: 'Lisää yksi kuva kerrallaan.',
      chat_picture_not_taken: 'Tiedosto ei ole PNG-, JPEG-, GIF-, WebP- tai AVIF-kuva.',
      chat_picture_too_large: 'Kuva on suurempi kuin {size}.',
      chat_picture_unknown: 'Lataus on yli vuorokauden vanha. Yritä uudelleen.',
      too_many_requests: 'Liian monta kuvaa. Odota muutama minuutti ja yritä uudelleen.',
      failed: 'Kuvaa ei voitu ladata. Yritä uudelleen.'
    },
    close: 'Sulje'
  },
  login: {
    email: 'Sähköpostiosoite',
    sendCode: 'Lähetä minulle koodi',
    code: 'Pääsykoodi',
    codeHelp: 'Isoilla kirjaimilla, väleillä ja viivoilla ei ole merkitystä.',
    codeEmpty: 'Kirjoita tai liitä koodi.',
    enter: 'Kirjaudu sisään',
    haveCode: 'Minulla on jo koodi',
    byMail: 'Kirjaudu sähköpostilla',
    lost: 'Etkö pääse sisään?',
    newHere: 'Uusi täällä? Luo tili',
    haveAccount: 'Minulla on tili',
    agreeBoth: 'Luomalla tilin hyväksyt [käyttöehdot] ja [tietosuojakäytännön].',
    agreeTerms: 'Luomalla tilin hyväksyt [käyttöehdot].',
    withoutMail: 'Jatka ilman sähköpostia',
    emailWrong: 'Sähköpostiosoite ei ole täydellinen.',
    sentTo: 'Jos osoitteella on tili, koodi on matkalla osoitteeseen {email}.',
    sentToNew: 'Koodi on matkalla osoitteeseen {email}.',
    sentHelp: 'Se toimii kymmenen minuuttia tässä selaimessa.',
    again: 'Lähetä uusi koodi',
    againIn: 'Lähetä uusi koodi ({seconds} s)',
    create: 'Luo tili',
    proof: 'Varmistetaan, että olet ihminen',
    talk: 'Ota yhteyttä',
    go: 'Jatka osoitteessa {host}',
    handOff: 'Kirjaudut siellä uudessa ikkunassa ja palaat sitten tänne.',
    waiting: 'Odotetaan toista ikkunaa…',
    blocked: 'Ikkunaa ei voitu avata. Salli ponnahdusikkunat tällä sivulla ja yritä uudelleen.',
    closed: 'Ikkuna suljettiin ennen kirjautumista.',
    refused: 'Tämä sivusto ei saa kirjata sinua sisään.',
    failed: 'Kirjautuminen epäonnistui. Yritä hetken kuluttua uudelleen.',
    anonymousText:
      'Emme kysy, kuka olet, joten kukaan ei voi lähettää sinulle uutta koodia. Jos kadotat sen, tili ja sen rahat menetetään.',
    createAnonymous: 'Luo anonyymi tili',
    codeOnce: 'Tämä on tilikoodisi. Se näytetään vain kerran.',
    copy: 'Kopioi',
    copied: 'Kopioitu',
    download: 'Tallenna tiedostoon',
    kept: 'Olen tallentanut koodin varmaan paikkaan',
    done: 'Valmis',
    notYet:
      'Tallenna koodi ensin: kopioi se, tallenna tiedosto tai merkitse ruutu. Ilman koodia kukaan ei voi enää avata tiliä.',
    passkey: 'Lisää myös pääsyavain',
    passkeyAdded: 'Pääsyavain lisätty. Voit kirjautua sillä.',
    passkeyName: 'Pääsyavain, {date}',
    fileText: '{site}-tilikoodi. Kuka tahansa, jolla on koodi, voi kirjautua:',
    passkeyWay: 'Käytä pääsyavainta',
    close: 'Sulje',
    titles: {
      GET_SIGN_IN_POPUP: {
        title: 'Kirjaudu sisään',
        description:
          'Salasanaa ei tarvita. Lähetämme koodin sähköpostitse, tai käytät tallentamaasi tilikoodia.'
      },
      ENTER_ACCESS_POPUP: {
        title: 'Anna pääsykoodi',
        description: 'Anonyymin tilin tilikoodi tai sähköpostissa tullut kertakoodi.'
      },
      RESET_PASSWORD_POPUP: {
        title: 'Palauta pääsy',
        description: 'Lähetämme kertakoodin tilisi osoitteeseen.'
      },
      CHECK_YOUR_EMAIL: { title: 'Tarkista sähköpostisi', description: '' },
      CREATE_ACCOUNT: {
        title: 'Luo tili',
        description: 'Yksi tili kumpaankin: mainosta muilla sivustoilla ja ansaitse omillasi.'
      },
      ANONYMOUS_SIGN_UP: {
        title: 'Anonyymi tili',
        description: 'Saat yhden koodin. Se on tilisi: kuka tahansa, jolla on koodi, voi kirjautua.'
      },
      CONFIRM_AN_ACCOUNT: { title: 'Vahvista tilisi', description: '' }
    },
    failures: {
      unreachable: 'Palvelimeen ei saatu yhteyttä. Tarkista yhteys ja yritä uudelleen.',
      unreadable: 'Palvelimen vastausta ei voitu lukea. Yritä hetken kuluttua uudelleen.',
      internal: 'Meillä meni jotain vikaan. Mitään ei menetetty. Yritä hetken kuluttua uudelleen.',
      unavailable: 'Palvelu ei ole juuri nyt käytettävissä. Yritä hetken kuluttua uudelleen.',
      too_many_requests: 'Liian monta yritystä. Odota muutama minuutti ja yritä uudelleen.',
      access_code_wrong: 'Koodi ei ole oikein. Tarkista se tai pyydä uusi.',
      access_code_expired: 'Koodi on vanhentunut. Pyydä uusi.',
      other: 'Se ei onnistunut. Tarkista antamasi tiedot ja yritä uudelleen.'
    }
  }
}
