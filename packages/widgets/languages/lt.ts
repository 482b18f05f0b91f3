import type { Translation } from './translation.ts'

export const translation: Translation = {
  announcement: {
    name: 'Pranešimas',
    dismiss: 'Uždaryti',
    more: 'Skaityti daugiau',
    types: {
      default: 'Pastaba',
      warning: 'Įspėjimas',
      alarm: 'Svarbu'
    }
  },
  feedback: { label: 'Atsiliepimai' },
  marketplace: {
    title: 'Publikavimo pasiūlymai',
    empty: 'Pasiūlymų dar nėra',
    failed: 'Nepavyko įkelti pasiūlymų',
    retry: 'Bandyti dar kartą',
    types: {
      article: 'Straipsnis',
      press_release: 'Pranešimas spaudai',
      social_post: 'Įrašas socialiniame tinkle',
      newsletter: 'Naujienlaiškis',
      banner_placement: 'Vieta reklamjuostei',
      video: 'Vaizdo įrašas'
    }
  },
  chat: {
    title: 'Susisiekite',
    lost: 'Nepavyko įkelti pokalbio. Įkelkite puslapį iš naujo.',
    elsewhereText: 'Pokalbis yra mūsų svetainėje, prie kurios esate prisijungę.',
    go: 'Tęsti {host}',
    loading: 'Įkeliamas pokalbis…',
    failed: 'Nepavyko įkelti pokalbio.',
    retry: 'Bandyti dar kartą',
    signedOut: 'Prisijunkite, kad gautumėte mūsų atsakymą.',
    signIn: 'Prisijungti',
    elsewhere: 'Atsakome atskirame lange.',
    openElsewhere: 'Atidaryti pokalbį',
    empty: 'Klauskite ko tik norite. Pokalbis liks čia.',
    online: 'Esame prisijungę.',
    away: 'Dabar nesame prisijungę. Atsakome ir el. paštu.',
    older: 'Rodyti senesnes žinutes',
    you: 'Jūs',
    us: 'Pagalba',
    read: 'Perskaityta',
    email: 'El. pašto adresas',
    emailWrong: 'El. pašto adresas nepilnas.',
    letterSent: 'Išsiųsta. Atsakysime el. paštu.',
    text: 'Jūsų žinutė',
    send: 'Siųsti',
    picture: 'Pridėti paveikslėlį',
    pictureFrom: 'Paveikslėlis: {name}, {time}',
    notSent: 'Neišsiųsta. Bandykite dar kartą.',
    problems: {
      message_empty: 'Įveskite žinutę.',
      too_many_requests: 'Per daug žinučių. Palaukite minutę ir siųskite dar kartą.'
    },
    uploading: 'Įkeliamas paveikslėlis',
    ready: 'Jūsų paveikslėlis, paruoštas siųsti',
    remove: 'Pašalinti paveikslėlį',
    pictureProblems: {
      one_picture: 'Pridėkite po vieną paveikslėlį.',
      chat_picture_not_taken: 'Failas nėra PNG, JPEG, GIF, WebP ar AVIF paveikslėlis.',
      chat_picture_too_large: 'Paveikslėlis didesnis nei {size}.',
      chat_picture_unknown: 'Nuo įkėlimo praėjo daugiau nei para. Bandykite dar kartą.',
      too_many_requests: 'Per daug paveikslėlių. Palaukite kelias minutes ir bandykite dar kartą.',
      failed: 'Nepavyko įkelti paveikslėlio. Bandykite dar kartą.'
    },
    close: 'Uždaryti'
  },
  login: {
    email: 'El. pašto adresas',
    sendCode: 'Atsiųsti man kodą',
    code: 'Prieigos kodas',
    codeHelp: 'Didžiosios raidės, tarpai ir brūkšneliai nesvarbūs.',
    codeEmpty: 'Įveskite arba įklijuokite kodą.',
    enter: 'Prisijungti',
    haveCode: 'Jau turiu kodą',
    byMail: 'Prisijungti el. paštu',
    lost: 'Nepavyksta prisijungti?',
    newHere: 'Pirmą kartą čia? Sukurkite paskyrą',
    haveAccount: 'Turiu paskyrą',
    agreeBoth: 'Kurdami paskyrą sutinkate su [paslaugų teikimo sąlygomis] ir [privatumo politika].',
    agreeTerms: 'Kurdami paskyrą sutinkate su [paslaugų teikimo sąlygomis].',
    withoutMail: 'Tęsti be el. pašto',
    emailWrong: 'El. pašto adresas nepilnas.',
    sentTo: 'Jei šiam adresui yra paskyra, kodą išsiuntėme adresu {email}.',
    sentToNew: 'Kodą išsiuntėme adresu {email}.',
    sentHelp: 'Jis galioja dešimt minučių šioje naršyklėje.',
    again: 'Siųsti naują kodą',
    againIn: 'Siųsti naują kodą ({seconds} s)',
    create: 'Sukurti paskyrą',
    proof: 'Tikriname, ar esate žmogus',
    talk: 'Susisiekite',
    go: 'Tęsti {host}',
    handOff: 'Prisijungsite ten, naujame lange, o tada grįšite čia.',
    waiting: 'Laukiama kito lango…',
    blocked:
      'Nepavyko atidaryti lango. Leiskite iššokančiuosius langus šiame puslapyje ir bandykite dar kartą.',
    closed: 'Langas uždarytas neprisijungus.',
    refused: 'Ši svetainė neturi teisės jūsų prijungti.',
    failed: 'Prisijungti nepavyko. Bandykite šiek tiek vėliau.',
    anonymousText:
      'Neklausiame, kas esate, todėl niekas negali atsiųsti naujo kodo. Jį praradus, prarandama paskyra ir jos pinigai.',
    createAnonymous: 'Sukurti anoniminę paskyrą',
    codeOnce: 'Tai jūsų paskyros kodas. Jis rodomas tik vieną kartą.',
    copy: 'Kopijuoti',
    copied: 'Nukopijuota',
    download: 'Išsaugoti kaip failą',
    kept: 'Kodą išsaugojau saugioje vietoje',
    done: 'Atlikta',
    notYet:
      'Pirmiausia išsaugokite kodą: nukopijuokite jį, išsaugokite failą arba pažymėkite langelį. Be kodo niekas nebegalės atidaryti šios paskyros.',
    passkey: 'Pridėti ir prieigos raktą',
    passkeyAdded: 'Prieigos raktas pridėtas. Galite juo prisijungti.',
    passkeyName: 'Prieigos raktas, {date}',
    fileText: '„{site}“ paskyros kodas. Prisijungti gali kiekvienas, turintis šį kodą:',
    passkeyWay: 'Naudoti prieigos raktą',
    close: 'Uždaryti',
    titles: {
      GET_SIGN_IN_POPUP: {
        title: 'Prisijungti',
        description:
          'Slaptažodžio nereikia. Atsiųsime kodą el. paštu arba naudokite išsaugotą paskyros kodą.'
      },
      ENTER_ACCESS_POPUP: {
        title: 'Įveskite prieigos kodą',
        description: 'Anoniminės paskyros kodas arba vienkartinis kodas iš el. laiško.'
      },
      RESET_PASSWORD_POPUP: {
        title: 'Atkurti prieigą',
        description: 'Atsiųsime vienkartinį kodą jūsų paskyros adresu.'
      },
      CHECK_YOUR_EMAIL: { title: 'Patikrinkite el. paštą', description: '' },
      CREATE_ACCOUNT: {
        title: 'Sukurti paskyrą',
        description: 'Viena paskyra viskam: reklamuokitės kitose svetainėse ir uždirbkite iš savų.'
      },
      ANONYMOUS_SIGN_UP: {
        title: 'Anoniminė paskyra',
        description:
          'Gausite vieną kodą. Tai ir yra jūsų paskyra: prisijungti gali kiekvienas, turintis kodą.'
      },
      CONFIRM_AN_ACCOUNT: { title: 'Patvirtinkite paskyrą', description: '' }
    },
    failures: {
      unreachable: 'Nepavyko pasiekti serverio. Patikrinkite ryšį ir bandykite dar kartą.',
      unreadable: 'Nepavyko perskaityti serverio atsakymo. Bandykite šiek tiek vėliau.',
      internal: 'Pas mus įvyko klaida. Niekas nedingo. Bandykite šiek tiek vėliau.',
      unavailable: 'Paslauga dabar nepasiekiama. Bandykite šiek tiek vėliau.',
      too_many_requests: 'Per daug bandymų. Palaukite kelias minutes ir bandykite dar kartą.',
      access_code_wrong: 'Kodas neteisingas. Patikrinkite jį arba paprašykite naujo.',
      access_code_expired: 'Kodas nebegalioja. Paprašykite naujo.',
      other: 'Nepavyko. Patikrinkite, ką įvedėte, ir bandykite dar kartą.'
    }
  }
}
