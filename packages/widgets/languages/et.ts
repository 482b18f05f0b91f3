import type { Translation } from './translation.ts'

export const translation: Translation = {
  announcement: {
    name: 'Teade',
    dismiss: 'Sulge',
    more: 'Loe lähemalt',
    types: {
      default: 'Märkus',
      warning: 'Hoiatus',
      alarm: 'Oluline'
    }
  },
  feedback: { label: 'Tagasiside' },
  marketplace: {
    title: 'Avaldamispakkumised',
    empty: 'Pakkumisi veel pole',
    failed: 'Pakkumisi ei õnnestunud laadida',
    retry: 'Proovi uuesti',
    types: {
      article: 'Artikkel',
      press_release: 'Pressiteade',
      social_post: 'Sotsiaalmeedia postitus',
      newsletter: 'Uudiskiri',
      banner_placement: 'Bänneripind',
      video: 'Video'
    }
  },
  chat: {
    title: 'Võtke ühendust',
    lost: 'Vestlust ei õnnestunud laadida. Laadige leht uuesti.',
    elsewhereText: 'Vestlus on meie oma saidil, kus olete sisse logitud.',
    go: 'Jätka saidil {host}',
    loading: 'Vestluse laadimine…',
    failed: 'Vestlust ei õnnestunud laadida.',
    retry: 'Proovi uuesti',
    signedOut: 'Logige sisse, et meie vastus teieni jõuaks.',
    signIn: 'Logi sisse',
    elsewhere: 'Vastame eraldi aknas.',
    openElsewhere: 'Ava vestlus',
    empty: 'Küsige meilt ükskõik mida. Vestlus jääb siia alles.',
    online: 'Oleme võrgus.',
    away: 'Me pole praegu võrgus. Vastame ka e-postiga.',
    older: 'Näita varasemaid sõnumeid',
    you: 'Teie',
    us: 'Kasutajatugi',
    read: 'Loetud',
    email: 'E-posti aadress',
    emailWrong: 'E-posti aadress pole täielik.',
    letterSent: 'Saadetud. Vastame e-postiga.',
    text: 'Teie sõnum',
    send: 'Saada',
    picture: 'Lisa pilt',
    pictureFrom: 'Pilt: {name}, {time}',
    notSent: 'Saatmata. Proovige uuesti.',
    problems: {
      message_empty: 'Kirjutage sõnum.',
      too_many_requests: 'Liiga palju sõnumeid. Oodake minut ja saatke uuesti.'
    },
    uploading: 'Pildi üleslaadimine',
    ready: 'Teie pilt, saatmiseks valmis',
    remove: 'Eemalda pilt',
    pictureProblems: {
      one_picture: 'Lisage üks pilt korraga.',
      chat_picture_not_taken: 'Fail ei ole PNG-, JPEG-, GIF-, WebP- ega AVIF-pilt.',
      chat_picture_too_large: 'Pilt on suurem kui {size}.',
      chat_picture_unknown: 'Üleslaadimine on üle ööpäeva vana. Proovige uuesti.',
      too_many_requests: 'Liiga palju pilte. Oodake mõni minut ja proovige uuesti.',
      failed: 'Pilti ei õnnestunud üles laadida. Proovige uuesti.'
    },
    close: 'Sulge'
  },
  login: {
    email: 'E-posti aadress',
    sendCode: 'Saada mulle kood',
    code: 'Pääsukood',
    codeHelp: 'Suurtähed, tühikud ja sidekriipsud pole olulised.',
    codeEmpty: 'Sisestage või kleepige kood.',
    enter: 'Logi sisse',
    haveCode: 'Mul on juba kood',
    byMail: 'Logi sisse e-postiga',
    lost: 'Ei saa sisse logida?',
    newHere: 'Esimest korda siin? Looge konto',
    haveAccount: 'Mul on konto',
    agreeBoth: 'Kontot luues nõustute [kasutustingimuste] ja [privaatsuspoliitikaga].',
    agreeTerms: 'Kontot luues nõustute [kasutustingimustega].',
    withoutMail: 'Jätka ilma e-posti aadressita',
    emailWrong: 'E-posti aadress pole täielik.',
    sentTo: 'Kui selle aadressiga konto on olemas, saatsime koodi aadressile {email}.',
    sentToNew: 'Saatsime koodi aadressile {email}.',
    sentHelp: 'See kehtib kümme minutit selles brauseris.',
    again: 'Saada uus kood',
    againIn: 'Saada uus kood ({seconds} s)',
    create: 'Loo konto',
    proof: 'Kontrollime, et olete inimene',
    talk: 'Võtke ühendust',
    go: 'Jätka saidil {host}',
    handOff: 'Logite seal uues aknas sisse ja tulete siis siia tagasi.',
    waiting: 'Teise akna ootamine…',
    blocked: 'Akent ei õnnestunud avada. Lubage sellel lehel hüpikaknad ja proovige uuesti.',
    closed: 'Aken suleti enne sisselogimist.',
    refused: 'Sellel saidil pole luba teid sisse logida.',
    failed: 'Sisselogimine ebaõnnestus. Proovige veidi hiljem uuesti.',
    anonymousText:
      'Me ei küsi, kes te olete, seega ei saa keegi teile uut koodi saata. Kui selle kaotate, on konto ja selle raha kadunud.',
    createAnonymous: 'Loo anonüümne konto',
    codeOnce: 'See on teie konto kood. Seda näidatakse ainult üks kord.',
    copy: 'Kopeeri',
    copied: 'Kopeeritud',
    download: 'Salvesta failina',
    kept: 'Olen koodi kindlasse kohta salvestanud',
    done: 'Valmis',
    notYet:
      'Salvestage esmalt kood: kopeerige see, salvestage fail või märkige ruut. Ilma koodita ei saa keegi seda kontot enam avada.',
    passkey: 'Lisa ka pääsuvõti',
    passkeyAdded: 'Pääsuvõti lisatud. Saate sellega sisse logida.',
    passkeyName: 'Pääsuvõti, {date}',
    fileText: '{site} konto kood. Igaüks, kellel on see kood, saab sisse logida:',
    passkeyWay: 'Kasuta pääsuvõtit',
    close: 'Sulge',
    titles: {
      GET_SIGN_IN_POPUP: {
        title: 'Logi sisse',
        description:
          'Parooli pole vaja. Saadame koodi e-postiga või kasutate salvestatud kontokoodi.'
      },
      ENTER_ACCESS_POPUP: {
        title: 'Sisestage pääsukood',
        description: 'Anonüümse konto kood või e-kirjas saadud ühekordne kood.'
      },
      RESET_PASSWORD_POPUP: {
        title: 'Taasta juurdepääs',
        description: 'Saadame ühekordse koodi teie konto aadressile.'
      },
      CHECK_YOUR_EMAIL: { title: 'Vaadake oma e-posti', description: '' },
      CREATE_ACCOUNT: {
        title: 'Loo konto',
        description: 'Üks konto mõlemaks: reklaamige teistel saitidel ja teenige oma saitidega.'
      },
      ANONYMOUS_SIGN_UP: {
        title: 'Anonüümne konto',
        description:
          'Saate ühe koodi. See ongi teie konto: igaüks, kellel on kood, saab sisse logida.'
      },
      CONFIRM_AN_ACCOUNT: { title: 'Kinnitage oma konto', description: '' }
    },
    failures: {
      unreachable: 'Serveriga ei saanud ühendust. Kontrollige ühendust ja proovige uuesti.',
      unreadable: 'Serveri vastust ei õnnestunud lugeda. Proovige veidi hiljem uuesti.',
      internal: 'Meil läks midagi valesti. Midagi ei läinud kaotsi. Proovige veidi hiljem uuesti.',
      unavailable: 'Teenus pole praegu saadaval. Proovige veidi hiljem uuesti.',
      too_many_requests: 'Liiga palju katseid. Oodake mõni minut ja proovige uuesti.',
      access_code_wrong: 'Kood pole õige. Kontrollige seda või küsige uus.',
      access_code_expired: 'Kood on aegunud. Küsige uus.',
      other: 'See ei õnnestunud. Kontrollige sisestatut ja proovige uuesti.'
    }
  }
}
