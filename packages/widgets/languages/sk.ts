import type { Translation } from './translation.ts'

export const translation: Translation = {
  announcement: {
    name: 'Oznam',
    dismiss: 'Zavrieť',
    more: 'Viac informácií',
    types: {
      default: 'Poznámka',
      warning: 'Upozornenie',
      alarm: 'Dôležité'
    }
  },
  feedback: { label: 'Spätná väzba' },
  marketplace: {
    title: 'Ponuky publikovania',
    empty: 'Zatiaľ žiadne ponuky',
    failed: 'Ponuky sa nepodarilo načítať',
    retry: 'Skúsiť znova',
    types: {
      article: 'Článok',
      press_release: 'Tlačová správa',
      social_post: 'Príspevok na sociálnej sieti',
      newsletter: 'Newsletter',
      banner_placement: 'Miesto pre banner',
      video: 'Video'
    }
  },
  chat: {
    title: 'Kontaktujte nás',
    lost: 'Čet sa nepodarilo načítať. Načítajte stránku znova.',
    elsewhereText: 'Konverzácia je na našom vlastnom webe, kde ste prihlásení.',
    go: 'Pokračovať na {host}',
    loading: 'Načítava sa konverzácia…',
    failed: 'Konverzáciu sa nepodarilo načítať.',
    retry: 'Skúsiť znova',
    signedOut: 'Prihláste sa, aby vás naša odpoveď zastihla.',
    signIn: 'Prihlásiť sa',
    elsewhere: 'Odpovedáme v samostatnom okne.',
    openElsewhere: 'Otvoriť čet',
    empty: 'Pýtajte sa na čokoľvek. Konverzácia zostane tu.',
    online: 'Sme online.',
    away: 'Teraz nie sme online. Odpovedáme aj e-mailom.',
    older: 'Zobraziť staršie správy',
    you: 'Vy',
    us: 'Podpora',
    read: 'Prečítané',
    email: 'E-mailová adresa',
    emailWrong: 'Táto e-mailová adresa nie je úplná.',
    letterSent: 'Odoslané. Odpovieme e-mailom.',
    text: 'Vaša správa',
    send: 'Odoslať',
    picture: 'Pridať obrázok',
    pictureFrom: 'Obrázok: {name}, {time}',
    notSent: 'Neodoslané. Skúste to znova.',
    problems: {
      message_empty: 'Napíšte správu.',
      too_many_requests: 'Príliš veľa správ. Počkajte minútu a odošlite ju znova.'
    },
    uploading: 'Nahráva sa obrázok',
    ready: 'Váš obrázok pripravený na odoslanie',
    remove: 'Odstrániť obrázok',
    pictureProblems: {
      one_picture: 'Pridávajte obrázky po jednom.',
      chat_picture_not_taken: 'Súbor nie je obrázok PNG, JPEG, GIF, WebP ani AVIF.',
      chat_picture_too_large: 'Obrázok je väčší ako {size}.',
      chat_picture_unknown: 'Nahratie je staršie ako jeden deň. Skúste to znova.',
      too_many_requests: 'Príliš veľa obrázkov. Počkajte niekoľko minút a skúste to znova.',
      failed: 'Obrázok sa nepodarilo nahrať. Skúste to znova.'
    },
    close: 'Zavrieť'
  },
  login: {
    email: 'E-mailová adresa',
    sendCode: 'Poslať kód e-mailom',
    code: 'Prístupový kód',
    codeHelp: 'Na veľkosti písmen, medzerách a spojovníkoch nezáleží.',
    codeEmpty: 'Zadajte alebo vložte kód.',
    enter: 'Prihlásiť sa',
    haveCode: 'Už mám kód',
    byMail: 'Prihlásiť sa e-mailom',
    lost: 'Nemôžete sa prihlásiť?',
    newHere: 'Ste tu noví? Vytvorte si účet',
    haveAccount: 'Mám účet',
    agreeBoth: 'Vytvorením účtu súhlasíte s [podmienkami služby] a [zásadami ochrany súkromia].',
    agreeTerms: 'Vytvorením účtu súhlasíte s [podmienkami služby].',
    withoutMail: 'Pokračovať bez e-mailovej adresy',
    emailWrong: 'Táto e-mailová adresa nie je úplná.',
    sentTo: 'Ak k tejto adrese existuje účet, odoslali sme kód na {email}.',
    sentToNew: 'Odoslali sme kód na {email}.',
    sentHelp: 'Platí desať minút v tomto prehliadači.',
    again: 'Poslať nový kód',
    againIn: 'Poslať nový kód ({seconds} s)',
    create: 'Vytvoriť účet',
    proof: 'Overujeme, že ste človek',
    talk: 'Kontaktujte nás',
    go: 'Pokračovať na {host}',
    handOff: 'Prihlásite sa tam v novom okne a potom sa vrátite sem.',
    waiting: 'Čaká sa na druhé okno…',
    blocked:
      'Okno sa nepodarilo otvoriť. Povoľte pre túto stránku vyskakovacie okná a skúste to znova.',
    closed: 'Okno sa zavrelo pred prihlásením.',
    refused: 'Tento web vás nesmie prihlásiť.',
    failed: 'Prihlásenie sa nepodarilo. Skúste to o chvíľu.',
    anonymousText:
      'Nepýtame sa, kto ste, takže vám nikto nemôže poslať nový kód. Ak ho stratíte, prídete o účet aj peniaze na ňom.',
    createAnonymous: 'Vytvoriť anonymný účet',
    codeOnce: 'Toto je kód vášho účtu. Zobrazí sa iba raz.',
    copy: 'Kopírovať',
    copied: 'Skopírované',
    download: 'Uložiť ako súbor',
    kept: 'Kód mám uložený na bezpečnom mieste',
    done: 'Hotovo',
    notYet:
      'Najprv kód uložte: skopírujte ho, uložte súbor alebo začiarknite políčko. Bez kódu už tento účet nikto neotvorí.',
    passkey: 'Pridať aj prístupový kľúč',
    passkeyAdded: 'Prístupový kľúč pridaný. Môžete sa ním prihlásiť.',
    passkeyName: 'Prístupový kľúč z {date}',
    fileText: 'Kód účtu {site}. Prihlásiť sa môže každý, kto má tento kód:',
    passkeyWay: 'Použiť prístupový kľúč',
    close: 'Zavrieť',
    titles: {
      GET_SIGN_IN_POPUP: {
        title: 'Prihlásiť sa',
        description: 'Bez hesla. Pošleme vám kód e-mailom alebo použijete uložený kód účtu.'
      },
      ENTER_ACCESS_POPUP: {
        title: 'Zadajte prístupový kód',
        description: 'Kód anonymného účtu alebo jednorazový kód z e-mailu.'
      },
      RESET_PASSWORD_POPUP: {
        title: 'Obnoviť prístup',
        description: 'Pošleme jednorazový kód na adresu vášho účtu.'
      },
      CHECK_YOUR_EMAIL: { title: 'Skontrolujte e-mail', description: '' },
      CREATE_ACCOUNT: {
        title: 'Vytvoriť účet',
        description: 'Jeden účet na oboje: inzerujte na iných weboch a zarábajte na vlastných.'
      },
      ANONYMOUS_SIGN_UP: {
        title: 'Anonymný účet',
        description: 'Dostanete jeden kód. Je to váš účet: prihlásiť sa môže každý, kto má kód.'
      },
      CONFIRM_AN_ACCOUNT: { title: 'Potvrďte svoj účet', description: '' }
    },
    failures: {
      unreachable: 'Server nie je dostupný. Skontrolujte pripojenie a skúste to znova.',
      unreadable: 'Odpoveď servera sa nepodarilo prečítať. Skúste to o chvíľu.',
      internal: 'Niečo sa u nás pokazilo. Nič sa nestratilo. Skúste to o chvíľu.',
      unavailable: 'Služba teraz nie je dostupná. Skúste to o chvíľu.',
      too_many_requests: 'Príliš veľa pokusov. Počkajte niekoľko minút a skúste to znova.',
      access_code_wrong: 'Tento kód nie je správny. Skontrolujte ho alebo požiadajte o nový.',
      access_code_expired: 'Platnosť kódu uplynula. Požiadajte o nový.',
      other: 'Nepodarilo sa. Skontrolujte, čo ste zadali, a skúste to znova.'
    }
  }
}
