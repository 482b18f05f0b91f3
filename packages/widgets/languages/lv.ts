import type { Translation } from './translation.ts'

export const translation: Translation = {
  announcement: {
    name: 'Paziņojums',
    dismiss: 'Aizvērt',
    more: 'Lasīt vairāk',
    types: {
      default: 'Piezīme',
      warning: 'Brīdinājums',
      alarm: 'Svarīgi'
    }
  },
  feedback: { label: 'Atsauksmes' },
  marketplace: {
    title: 'Publicēšanas piedāvājumi',
    empty: 'Piedāvājumu vēl nav',
    failed: 'Piedāvājumus neizdevās ielādēt',
    retry: 'Mēģināt vēlreiz',
    types: {
      article: 'Raksts',
      press_release: 'Preses relīze',
      social_post: 'Ieraksts sociālajā tīklā',
      newsletter: 'Jaunumu vēstule',
      banner_placement: 'Vieta reklāmkarogam',
      video: 'Video'
    }
  },
  chat: {
    title: 'Sazinieties ar mums',
    lost: 'Tērzēšanu neizdevās ielādēt. Pārlādējiet lapu.',
    elsewhereText: 'Saruna ir mūsu pašu vietnē, kurā esat pierakstījies.',
    go: 'Turpināt vietnē {host}',
    loading: 'Ielādē sarunu…',
    failed: 'Sarunu neizdevās ielādēt.',
    retry: 'Mēģināt vēlreiz',
    signedOut: 'Pierakstieties, lai saņemtu mūsu atbildi.',
    signIn: 'Pierakstīties',
    elsewhere: 'Mēs atbildam atsevišķā logā.',
    openElsewhere: 'Atvērt tērzēšanu',
    empty: 'Jautājiet mums jebko. Saruna paliks šeit.',
    online: 'Esam tiešsaistē.',
    away: 'Pašlaik neesam tiešsaistē. Atbildam arī pa e-pastu.',
    older: 'Rādīt vecākas ziņas',
    you: 'Jūs',
    us: 'Atbalsts',
    read: 'Izlasīts',
    email: 'E-pasta adrese',
    emailWrong: 'E-pasta adrese nav pilnīga.',
    letterSent: 'Nosūtīts. Atbildēsim pa e-pastu.',
    text: 'Jūsu ziņa',
    send: 'Sūtīt',
    picture: 'Pievienot attēlu',
    pictureFrom: 'Attēls: {name}, {time}',
    notSent: 'Nav nosūtīts. Mēģiniet vēlreiz.',
    problems: {
      message_empty: 'Ierakstiet ziņu.',
      too_many_requests: 'Pārāk daudz ziņu. Pagaidiet minūti un sūtiet vēlreiz.'
    },
    uploading: 'Augšupielādē attēlu',
    ready: 'Jūsu attēls, gatavs sūtīšanai',
    remove: 'Noņemt attēlu',
    pictureProblems: {
      one_picture: 'Pievienojiet pa vienam attēlam.',
      chat_picture_not_taken: 'Fails nav PNG, JPEG, GIF, WebP vai AVIF attēls.',
      chat_picture_too_large: 'Attēls ir lielāks par {size}.',
      chat_picture_unknown: 'Augšupielāde ir vecāka par diennakti. Mēģiniet vēlreiz.',
      too_many_requests: 'Pārāk daudz attēlu. Pagaidiet dažas minūtes un mēģiniet vēlreiz.',
      failed: 'Attēlu neizdevās augšupielādēt. Mēģiniet vēlreiz.'
    },
    close: 'Aizvērt'
  },
  login: {
    email: 'E-pasta adrese',
    sendCode: 'Nosūtīt man kodu',
    code: 'Piekļuves kods',
    codeHelp: 'Lielajiem burtiem, atstarpēm un defisēm nav nozīmes.',
    codeEmpty: 'Ievadiet vai ielīmējiet kodu.',
    enter: 'Pierakstīties',
    haveCode: 'Man jau ir kods',
    byMail: 'Pierakstīties ar e-pastu',
    lost: 'Nevarat pierakstīties?',
    newHere: 'Pirmo reizi šeit? Izveidojiet kontu',
    haveAccount: 'Man ir konts',
    agreeBoth: 'Izveidojot kontu, jūs piekrītat [lietošanas noteikumiem] un [privātuma politikai].',
    agreeTerms: 'Izveidojot kontu, jūs piekrītat [lietošanas noteikumiem].',
    withoutMail: 'Turpināt bez e-pasta adreses',
    emailWrong: 'E-pasta adrese nav pilnīga.',
    sentTo: 'Ja šai adresei ir konts, kodu nosūtījām uz {email}.',
    sentToNew: 'Kodu nosūtījām uz {email}.',
    sentHelp: 'Tas ir derīgs desmit minūtes šajā pārlūkā.',
    again: 'Sūtīt jaunu kodu',
    againIn: 'Sūtīt jaunu kodu ({seconds} s)',
    create: 'Izveidot kontu',
    proof: 'Pārbaudām, vai esat cilvēks',
    talk: 'Sazinieties ar mums',
    go: 'Turpināt vietnē {host}',
    handOff: 'Jūs pierakstāties tur, jaunā logā, un pēc tam atgriežaties šeit.',
    waiting: 'Gaida otru logu…',
    blocked: 'Logu neizdevās atvērt. Atļaujiet uznirstošos logus šai lapai un mēģiniet vēlreiz.',
    closed: 'Logs tika aizvērts pirms pierakstīšanās.',
    refused: 'Šai vietnei nav atļauts jūs pierakstīt.',
    failed: 'Pierakstīties neizdevās. Mēģiniet pēc brīža.',
    anonymousText:
      'Mēs nejautājam, kas jūs esat, tāpēc neviens nevar jums nosūtīt jaunu kodu. Ja to pazaudēsiet, konts un tajā esošā nauda būs zaudēti.',
    createAnonymous: 'Izveidot anonīmu kontu',
    codeOnce: 'Šis ir jūsu konta kods. Tas tiek rādīts tikai vienreiz.',
    copy: 'Kopēt',
    copied: 'Nokopēts',
    download: 'Saglabāt kā failu',
    kept: 'Kods ir saglabāts drošā vietā',
    done: 'Gatavs',
    notYet:
      'Vispirms saglabājiet kodu: nokopējiet to, saglabājiet failu vai atzīmējiet rūtiņu. Bez koda neviens vairs nevarēs atvērt šo kontu.',
    passkey: 'Pievienot arī piekļuves atslēgu',
    passkeyAdded: 'Piekļuves atslēga pievienota. Varat ar to pierakstīties.',
    passkeyName: 'Piekļuves atslēga, {date}',
    fileText: '{site} konta kods. Pierakstīties var ikviens, kam ir šis kods:',
    passkeyWay: 'Izmantot piekļuves atslēgu',
    close: 'Aizvērt',
    titles: {
      GET_SIGN_IN_POPUP: {
        title: 'Pierakstīties',
        description:
          'Parole nav vajadzīga. Nosūtīsim kodu pa e-pastu, vai arī izmantojiet saglabāto konta kodu.'
      },
      ENTER_ACCESS_POPUP: {
        title: 'Ievadiet piekļuves kodu',
        description: 'Anonīma konta kods vai vienreizējs kods no e-pasta.'
      },
      RESET_PASSWORD_POPUP: {
        title: 'Atgūt piekļuvi',
        description: 'Nosūtīsim vienreizēju kodu uz jūsu konta adresi.'
      },
      CHECK_YOUR_EMAIL: { title: 'Pārbaudiet e-pastu', description: '' },
      CREATE_ACCOUNT: {
        title: 'Izveidot kontu',
        description: 'Viens konts abiem: reklamējieties citās vietnēs un pelniet ar savējām.'
      },
      ANONYMOUS_SIGN_UP: {
        title: 'Anonīms konts',
        description:
          'Jūs saņemat vienu kodu. Tas ir jūsu konts: pierakstīties var ikviens, kam ir kods.'
      },
      CONFIRM_AN_ACCOUNT: { title: 'Apstipriniet kontu', description: '' }
    },
    failures: {
      unreachable: 'Neizdevās sazināties ar serveri. Pārbaudiet savienojumu un mēģiniet vēlreiz.',
      unreadable: 'Servera atbildi neizdevās nolasīt. Mēģiniet pēc brīža.',
      internal: 'Mūsu pusē radās kļūda. Nekas nav zaudēts. Mēģiniet pēc brīža.',
      unavailable: 'Pakalpojums pašlaik nav pieejams. Mēģiniet pēc brīža.',
      too_many_requests: 'Pārāk daudz mēģinājumu. Pagaidiet dažas minūtes un mēģiniet vēlreiz.',
      access_code_wrong: 'Kods nav pareizs. Pārbaudiet to vai pieprasiet jaunu.',
      access_code_expired: 'Koda derīgums ir beidzies. Pieprasiet jaunu.',
      other: 'Neizdevās. Pārbaudiet ievadīto un mēģiniet vēlreiz.'
    }
  }
}
