import type { Translation } from './translation.ts'

export const translation: Translation = {
  announcement: {
    name: 'Njoftim',
    dismiss: 'Mbyll',
    more: 'Lexo më shumë',
    types: {
      default: 'Shënim',
      warning: 'Paralajmërim',
      alarm: 'E rëndësishme'
    }
  },
  feedback: { label: 'Komente' },
  marketplace: {
    title: 'Oferta botimi',
    empty: 'Ende nuk ka oferta',
    failed: 'Ofertat nuk u ngarkuan dot',
    retry: 'Provo përsëri',
    types: {
      article: 'Artikull',
      press_release: 'Njoftim për shtyp',
      social_post: 'Postim në rrjete sociale',
      newsletter: 'Buletin',
      banner_placement: 'Hapësirë për baner',
      video: 'Video'
    }
  },
  chat: {
    title: 'Na kontaktoni',
    lost: 'Biseda nuk u ngarkua dot. Ringarkoni faqen.',
    elsewhereText: 'Biseda është në sitin tonë, ku keni hyrë.',
    go: 'Vazhdo te {host}',
    loading: 'Po ngarkohet biseda…',
    failed: 'Biseda nuk u ngarkua dot.',
    retry: 'Provo përsëri',
    signedOut: 'Hyni që përgjigjja jonë t’ju arrijë.',
    signIn: 'Hyr',
    elsewhere: 'Ne përgjigjemi në një dritare tjetër.',
    openElsewhere: 'Hap bisedën',
    empty: 'Na pyesni për çdo gjë. Biseda mbetet këtu.',
    online: 'Jemi në linjë.',
    away: 'Tani nuk jemi në linjë. Përgjigjemi edhe me email.',
    older: 'Shfaq mesazhet e mëparshme',
    you: 'Ju',
    us: 'Ndihma',
    read: 'Lexuar',
    email: 'Adresa e emailit',
    emailWrong: 'Adresa e emailit nuk është e plotë.',
    letterSent: 'U dërgua. Do të përgjigjemi me email.',
    text: 'Mesazhi juaj',
    send: 'Dërgo',
    picture: 'Shto një figurë',
    pictureFrom: 'Figurë nga {name}, {time}',
    notSent: 'Nuk u dërgua. Provoni përsëri.',
    problems: {
      message_empty: 'Shkruani një mesazh.',
      too_many_requests: 'Tepër mesazhe. Prisni një minutë dhe dërgojeni përsëri.'
    },
    uploading: 'Po ngarkohet figura',
    ready: 'Figura juaj, gati për dërgim',
    remove: 'Hiq figurën',
    pictureProblems: {
      one_picture: 'Shtoni nga një figurë.',
      chat_picture_not_taken: 'Skedari nuk është figurë PNG, JPEG, GIF, WebP ose AVIF.',
      chat_picture_too_large: 'Figura është më e madhe se {size}.',
      chat_picture_unknown: 'Ngarkimi është më i vjetër se një ditë. Provoni përsëri.',
      too_many_requests: 'Tepër figura. Prisni disa minuta dhe provoni përsëri.',
      failed: 'Figura nuk u ngarkua dot. Provoni përsëri.'
    },
    close: 'Mbyll'
  },
  login: {
    email: 'Adresa e emailit',
    sendCode: 'Më dërgo një kod',
    code: 'Kodi i hyrjes',
    codeHelp: 'Shkronjat e mëdha, hapësirat dhe vizat nuk kanë rëndësi.',
    codeEmpty: 'Shkruani ose ngjitni kodin.',
    enter: 'Hyr',
    haveCode: 'Kam tashmë një kod',
    byMail: 'Hyr me email',
    lost: 'Nuk hyni dot?',
    newHere: 'I ri këtu? Krijoni një llogari',
    haveAccount: 'Kam një llogari',
    agreeBoth:
      'Duke krijuar një llogari, pranoni [kushtet e shërbimit] dhe [politikën e privatësisë].',
    agreeTerms: 'Duke krijuar një llogari, pranoni [kushtet e shërbimit].',
    withoutMail: 'Vazhdo pa adresë emaili',
    emailWrong: 'Adresa e emailit nuk është e plotë.',
    sentTo: 'Nëse ka një llogari me këtë adresë, kemi dërguar një kod te {email}.',
    sentToNew: 'Kemi dërguar një kod te {email}.',
    sentHelp: 'Vlen për dhjetë minuta në këtë shfletues.',
    again: 'Dërgo një kod tjetër',
    againIn: 'Dërgo një kod tjetër ({seconds} s)',
    create: 'Krijo llogari',
    proof: 'Po verifikohet që jeni njeri',
    talk: 'Na kontaktoni',
    go: 'Vazhdo te {host}',
    handOff: 'Hyni atje, në një dritare të re, dhe pastaj ktheheni këtu.',
    waiting: 'Në pritje të dritares tjetër…',
    blocked: 'Dritarja nuk u hap dot. Lejoni dritaret kërcyese për këtë faqe dhe provoni përsëri.',
    closed: 'Dritarja u mbyll para hyrjes.',
    refused: 'Ky sit nuk lejohet t’ju hyjë në llogari.',
    failed: 'Hyrja dështoi. Provoni përsëri pas pak.',
    anonymousText:
      'Nuk pyesim se kush jeni, ndaj askush nuk mund t’ju dërgojë një kod të ri. Nëse e humbni, humbni llogarinë dhe paratë e saj.',
    createAnonymous: 'Krijo llogari anonime',
    codeOnce: 'Ky është kodi i llogarisë suaj. Shfaqet vetëm një herë.',
    copy: 'Kopjo',
    copied: 'U kopjua',
    download: 'Ruaj si skedar',
    kept: 'E kam ruajtur kodin në një vend të sigurt',
    done: 'U krye',
    notYet:
      'Ruani së pari kodin: kopjojeni, ruani skedarin ose shënoni kutinë. Pa kodin, askush nuk mund ta hapë më këtë llogari.',
    passkey: 'Shto edhe një çelës kalimi',
    passkeyAdded: 'Çelësi i kalimit u shtua. Mund të hyni me të.',
    passkeyName: 'Çelës kalimi i datës {date}',
    fileText: 'Kodi i llogarisë në {site}. Kushdo që ka këtë kod mund të hyjë:',
    passkeyWay: 'Përdor një çelës kalimi',
    close: 'Mbyll',
    titles: {
      GET_SIGN_IN_POPUP: {
        title: 'Hyr',
        description:
          'Pa fjalëkalim. Ju dërgojmë një kod me email ose përdorni kodin e llogarisë që keni ruajtur.'
      },
      ENTER_ACCESS_POPUP: {
        title: 'Jepni kodin e hyrjes',
        description: 'Kodi i një llogarie anonime ose kodi njëpërdorimësh nga një email.'
      },
      RESET_PASSWORD_POPUP: {
        title: 'Rifito hyrjen',
        description: 'Dërgojmë një kod njëpërdorimësh te adresa e llogarisë suaj.'
      },
      CHECK_YOUR_EMAIL: { title: 'Shihni emailin tuaj', description: '' },
      CREATE_ACCOUNT: {
        title: 'Krijo llogari',
        description: 'Një llogari për të dyja: reklamoni në site të tjera dhe fitoni me tuajat.'
      },
      ANONYMOUS_SIGN_UP: {
        title: 'Llogari anonime',
        description: 'Merrni një kod. Ai është llogaria juaj: kushdo që ka kodin mund të hyjë.'
      },
      CONFIRM_AN_ACCOUNT: { title: 'Konfirmoni llogarinë tuaj', description: '' }
    },
    failures: {
      unreachable: 'Serveri nuk u arrit dot. Kontrolloni lidhjen dhe provoni përsëri.',
      unreadable: 'Përgjigjja e serverit nuk u lexua dot. Provoni përsëri pas pak.',
      internal: 'Diçka shkoi keq nga ana jonë. Asgjë nuk humbi. Provoni përsëri pas pak.',
      unavailable: 'Shërbimi nuk është i disponueshëm tani. Provoni përsëri pas pak.',
      too_many_requests: 'Tepër përpjekje. Prisni disa minuta dhe provoni përsëri.',
      access_code_wrong: 'Kodi nuk është i saktë. Kontrollojeni ose kërkoni një të ri.',
      access_code_expired: 'Kodi ka skaduar. Kërkoni një të ri.',
      other: 'Nuk funksionoi. Kontrolloni çfarë keni shkruar dhe provoni përsëri.'
    }
  }
}
