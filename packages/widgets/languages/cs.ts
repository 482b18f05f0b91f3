import type { Translation } from './translation.ts'

export const translation: Translation = {
  announcement: {
    name: 'Oznámení',
    dismiss: 'Zavřít',
    more: 'Více informací',
    types: {
      default: 'Poznámka',
      warning: 'Upozornění',
      alarm: 'Důležité'
    }
  },
  feedback: { label: 'Zpětná vazba' },
  marketplace: {
    title: 'Nabídky publikací',
    empty: 'Zatím žádné nabídky',
    failed: 'Nabídky se nepodařilo načíst',
    retry: 'Zkusit znovu',
    types: {
      article: 'Článek',
      press_release: 'Tisková zpráva',
      social_post: 'Příspěvek na sociální síti',
      newsletter: 'Newsletter',
      banner_placement: 'Místo pro banner',
      video: 'Video'
    }
  },
  chat: {
    title: 'Kontaktujte nás',
    lost: 'Chat se nepodařilo načíst. Načtěte stránku znovu.',
    elsewhereText: 'Konverzace je na našem vlastním webu, kde jste přihlášeni.',
    go: 'Pokračovat na {host}',
    loading: 'Načítání konverzace…',
    failed: 'Konverzaci se nepodařilo načíst.',
    retry: 'Zkusit znovu',
    signedOut: 'Přihlaste se, aby vás naše odpověď zastihla.',
    signIn: 'Přihlásit se',
    elsewhere: 'Odpovídáme v samostatném okně.',
    openElsewhere: 'Otevřít chat',
    empty: 'Ptejte se na cokoli. Konverzace zůstane zde.',
    online: 'Jsme online.',
    away: 'Teď nejsme online. Odpovídáme i e-mailem.',
    older: 'Zobrazit starší zprávy',
    you: 'Vy',
    us: 'Podpora',
    read: 'Přečteno',
    email: 'E-mailová adresa',
    emailWrong: 'Tato e-mailová adresa není úplná.',
    letterSent: 'Odesláno. Odpovíme e-mailem.',
    text: 'Vaše zpráva',
    send: 'Odeslat',
    picture: 'Přidat obrázek',
    pictureFrom: 'Obrázek: {name}, {time}',
    notSent: 'Neodesláno. Zkuste to znovu.',
    problems: {
      message_empty: 'Napište zprávu.',
      too_many_requests: 'Příliš mnoho zpráv. Počkejte minutu a odešlete ji znovu.'
    },
    uploading: 'Nahrávání obrázku',
    ready: 'Váš obrázek připravený k odeslání',
    remove: 'Odebrat obrázek',
    pictureProblems: {
      one_picture: 'Přidávejte obrázky po jednom.',
      chat_picture_not_taken: 'Soubor není obrázek PNG, JPEG, GIF, WebP ani AVIF.',
      chat_picture_too_large: 'Obrázek je větší než {size}.',
      chat_picture_unknown: 'Nahrání je starší než jeden den. Zkuste to znovu.',
      too_many_requests: 'Příliš mnoho obrázků. Počkejte několik minut a zkuste to znovu.',
      failed: 'Obrázek se nepodařilo nahrát. Zkuste to znovu.'
    },
    close: 'Zavřít'
  },
  login: {
    email: 'E-mailová adresa',
    sendCode: 'Poslat kód e-mailem',
    code: 'Přístupový kód',
    codeHelp: 'Na velikosti písmen, mezerách a spojovnících nezáleží.',
    codeEmpty: 'Zadejte nebo vložte kód.',
    enter: 'Přihlásit se',
    haveCode: 'Už mám kód',
    byMail: 'Přihlásit se e-mailem',
    lost: 'Nemůžete se přihlásit?',
    newHere: 'Jste tu noví? Vytvořte si účet',
    haveAccount: 'Mám účet',
    agreeBoth: 'Vytvořením účtu souhlasíte s [podmínkami služby] a [zásadami ochrany soukromí].',
    agreeTerms: 'Vytvořením účtu souhlasíte s [podmínkami služby].',
    withoutMail: 'Pokračovat bez e-mailové adresy',
    emailWrong: 'Tato e-mailová adresa není úplná.',
    sentTo: 'Pokud k této adrese existuje účet, odeslali jsme kód na {email}.',
    sentToNew: 'Odeslali jsme kód na {email}.',
    sentHelp: 'Platí deset minut v tomto prohlížeči.',
    again: 'Poslat nový kód',
    againIn: 'Poslat nový kód ({seconds} s)',
    create: 'Vytvořit účet',
    proof: 'Ověřujeme, že jste člověk',
    talk: 'Kontaktujte nás',
    go: 'Pokračovat na {host}',
    handOff: 'Přihlásíte se tam v novém okně a pak se vrátíte sem.',
    waiting: 'Čekání na druhé okno…',
    blocked:
      'Okno se nepodařilo otevřít. Povolte pro tuto stránku vyskakovací okna a zkuste to znovu.',
    closed: 'Okno bylo zavřeno před přihlášením.',
    refused: 'Tento web vás nesmí přihlásit.',
    failed: 'Přihlášení se nezdařilo. Zkuste to za chvíli.',
    anonymousText:
      'Neptáme se, kdo jste, takže vám nikdo nemůže poslat nový kód. Když ho ztratíte, přijdete o účet i peníze na něm.',
    createAnonymous: 'Vytvořit anonymní účet',
    codeOnce: 'Toto je kód vašeho účtu. Zobrazí se jen jednou.',
    copy: 'Kopírovat',
    copied: 'Zkopírováno',
    download: 'Uložit jako soubor',
    kept: 'Kód mám uložený na bezpečném místě',
    done: 'Hotovo',
    notYet:
      'Nejprve kód uložte: zkopírujte ho, uložte soubor nebo zaškrtněte políčko. Bez kódu už tento účet nikdo neotevře.',
    passkey: 'Přidat také přístupový klíč',
    passkeyAdded: 'Přístupový klíč přidán. Můžete se jím přihlásit.',
    passkeyName: 'Přístupový klíč z {date}',
    fileText: 'Kód účtu {site}. Přihlásit se může každý, kdo má tento kód:',
    passkeyWay: 'Použít přístupový klíč',
    close: 'Zavřít',
    titles: {
      GET_SIGN_IN_POPUP: {
        title: 'Přihlásit se',
        description: 'Bez hesla. Pošleme vám kód e-mailem, nebo použijete uložený kód účtu.'
      },
      ENTER_ACCESS_POPUP: {
        title: 'Zadejte přístupový kód',
        description: 'Kód anonymního účtu nebo jednorázový kód z e-mailu.'
      },
      RESET_PASSWORD_POPUP: {
        title: 'Obnovit přístup',
        description: 'Pošleme jednorázový kód na adresu vašeho účtu.'
      },
      CHECK_YOUR_EMAIL: { title: 'Zkontrolujte e-mail', description: '' },
      CREATE_ACCOUNT: {
        title: 'Vytvořit účet',
        description: 'Jeden účet pro obojí: inzerujte na jiných webech a vydělávejte na vlastních.'
      },
      ANONYMOUS_SIGN_UP: {
        title: 'Anonymní účet',
        description: 'Dostanete jeden kód. Je to váš účet: přihlásit se může každý, kdo má kód.'
      },
      CONFIRM_AN_ACCOUNT: { title: 'Potvrďte svůj účet', description: '' }
    },
    failures: {
      unreachable: 'Server není dostupný. Zkontrolujte připojení a zkuste to znovu.',
      unreadable: 'Odpověď serveru se nepodařilo přečíst. Zkuste to za chvíli.',
      internal: 'Něco se u nás pokazilo. Nic se neztratilo. Zkuste to za chvíli.',
      unavailable: 'Služba teď není dostupná. Zkuste to za chvíli.',
      too_many_requests: 'Příliš mnoho pokusů. Počkejte několik minut a zkuste to znovu.',
      access_code_wrong: 'Tento kód není správný. Zkontrolujte ho nebo požádejte o nový.',
      access_code_expired: 'Platnost kódu vypršela. Požádejte o nový.',
      other: 'Nepodařilo se. Zkontrolujte, co jste zadali, a zkuste to znovu.'
    }
  }
}
