import type { Translation } from './translation.ts'

export const translation: Translation = {
  announcement: {
    name: 'Obvestilo',
    dismiss: 'Zapri',
    more: 'Več o tem',
    types: {
      default: 'Opomba',
      warning: 'Opozorilo',
      alarm: 'Pomembno'
    }
  },
  feedback: { label: 'Povratne informacije' },
  marketplace: {
    title: 'Ponudbe objav',
    empty: 'Ponudb še ni',
    failed: 'Ponudb ni bilo mogoče naložiti',
    retry: 'Poskusi znova',
    types: {
      article: 'Članek',
      press_release: 'Sporočilo za javnost',
      social_post: 'Objava na družbenem omrežju',
      newsletter: 'Novice',
      banner_placement: 'Mesto za pasico',
      video: 'Video'
    }
  },
  chat: {
    title: 'Stik z nami',
    lost: 'Klepeta ni bilo mogoče naložiti. Znova naložite stran.',
    elsewhereText: 'Pogovor je na našem spletnem mestu, kjer ste prijavljeni.',
    go: 'Nadaljuj na {host}',
    loading: 'Nalaganje pogovora …',
    failed: 'Pogovora ni bilo mogoče naložiti.',
    retry: 'Poskusi znova',
    signedOut: 'Prijavite se, da vas doseže naš odgovor.',
    signIn: 'Prijava',
    elsewhere: 'Odgovarjamo v ločenem oknu.',
    openElsewhere: 'Odpri klepet',
    empty: 'Vprašajte nas karkoli. Pogovor ostane tukaj.',
    online: 'Dosegljivi smo.',
    away: 'Trenutno nismo dosegljivi. Odgovarjamo tudi po e-pošti.',
    older: 'Pokaži starejša sporočila',
    you: 'Vi',
    us: 'Podpora',
    read: 'Prebrano',
    email: 'E-poštni naslov',
    emailWrong: 'E-poštni naslov ni popoln.',
    letterSent: 'Poslano. Odgovorili bomo po e-pošti.',
    text: 'Vaše sporočilo',
    send: 'Pošlji',
    picture: 'Dodaj sliko',
    pictureFrom: 'Slika: {name}, {time}',
    notSent: 'Ni poslano. Poskusite znova.',
    problems: {
      message_empty: 'Vnesite sporočilo.',
      too_many_requests: 'Preveč sporočil. Počakajte minuto in ga pošljite znova.'
    },
    uploading: 'Nalaganje slike',
    ready: 'Vaša slika, pripravljena za pošiljanje',
    remove: 'Odstrani sliko',
    pictureProblems: {
      one_picture: 'Dodajajte po eno sliko.',
      chat_picture_not_taken: 'Datoteka ni slika PNG, JPEG, GIF, WebP ali AVIF.',
      chat_picture_too_large: 'Slika je večja od {size}.',
      chat_picture_unknown: 'Od nalaganja je minil več kot en dan. Poskusite znova.',
      too_many_requests: 'Preveč slik. Počakajte nekaj minut in poskusite znova.',
      failed: 'Slike ni bilo mogoče naložiti. Poskusite znova.'
    },
    close: 'Zapri'
  },
  login: {
    email: 'E-poštni naslov',
    sendCode: 'Pošlji mi kodo',
    code: 'Koda za dostop',
    codeHelp: 'Velike črke, presledki in vezaji niso pomembni.',
    codeEmpty: 'Vnesite ali prilepite kodo.',
    enter: 'Prijava',
    haveCode: 'Kodo že imam',
    byMail: 'Prijava po e-pošti',
    lost: 'Se ne morete prijaviti?',
    newHere: 'Ste tu novi? Ustvarite račun',
    haveAccount: 'Imam račun',
    agreeBoth: 'Z ustvarjanjem računa sprejemate [pogoje uporabe] in [pravilnik o zasebnosti].',
    agreeTerms: 'Z ustvarjanjem računa sprejemate [pogoje uporabe].',
    withoutMail: 'Nadaljuj brez e-poštnega naslova',
    emailWrong: 'E-poštni naslov ni popoln.',
    sentTo: 'Če za ta naslov obstaja račun, smo kodo poslali na {email}.',
    sentToNew: 'Kodo smo poslali na {email}.',
    sentHelp: 'Velja deset minut v tem brskalniku.',
    again: 'Pošlji novo kodo',
    againIn: 'Pošlji novo kodo ({seconds} s)',
    create: 'Ustvari račun',
    proof: 'Preverjamo, ali ste človek',
    talk: 'Stik z nami',
    go: 'Nadaljuj na {host}',
    handOff: 'Prijavite se tam v novem oknu in se nato vrnete sem.',
    waiting: 'Čakanje na drugo okno …',
    blocked: 'Okna ni bilo mogoče odpreti. Dovolite pojavna okna za to stran in poskusite znova.',
    closed: 'Okno je bilo zaprto pred prijavo.',
    refused: 'To spletno mesto vas ne sme prijaviti.',
    failed: 'Prijava ni uspela. Poskusite čez trenutek.',
    anonymousText:
      'Ne sprašujemo, kdo ste, zato vam nihče ne more poslati nove kode. Če jo izgubite, sta račun in denar na njem izgubljena.',
    createAnonymous: 'Ustvari anonimni račun',
    codeOnce: 'To je koda vašega računa. Prikaže se samo enkrat.',
    copy: 'Kopiraj',
    copied: 'Kopirano',
    download: 'Shrani kot datoteko',
    kept: 'Koda je shranjena na varnem mestu',
    done: 'Končano',
    notYet:
      'Najprej shranite kodo: kopirajte jo, shranite datoteko ali označite polje. Brez kode tega računa ne more odpreti nihče več.',
    passkey: 'Dodaj tudi ključ za dostop',
    passkeyAdded: 'Ključ za dostop je dodan. Z njim se lahko prijavite.',
    passkeyName: 'Ključ za dostop z dne {date}',
    fileText: 'Koda računa {site}. Prijavi se lahko vsakdo, ki ima to kodo:',
    passkeyWay: 'Uporabi ključ za dostop',
    close: 'Zapri',
    titles: {
      GET_SIGN_IN_POPUP: {
        title: 'Prijava',
        description:
          'Brez gesla. Pošljemo vam kodo po e-pošti ali pa uporabite shranjeno kodo računa.'
      },
      ENTER_ACCESS_POPUP: {
        title: 'Vnesite kodo za dostop',
        description: 'Koda anonimnega računa ali enkratna koda iz e-pošte.'
      },
      RESET_PASSWORD_POPUP: {
        title: 'Obnovi dostop',
        description: 'Enkratno kodo pošljemo na naslov vašega računa.'
      },
      CHECK_YOUR_EMAIL: { title: 'Preverite e-pošto', description: '' },
      CREATE_ACCOUNT: {
        title: 'Ustvari račun',
        description: 'En račun za oboje: oglašujte na drugih spletnih mestih in služite s svojimi.'
      },
      ANONYMOUS_SIGN_UP: {
        title: 'Anonimni račun',
        description: 'Dobite eno kodo. To je vaš račun: prijavi se lahko vsakdo, ki ima kodo.'
      },
      CONFIRM_AN_ACCOUNT: { title: 'Potrdite račun', description: '' }
    },
    failures: {
      unreachable: 'Strežnik ni dosegljiv. Preverite povezavo in poskusite znova.',
      unreadable: 'Odgovora strežnika ni bilo mogoče prebrati. Poskusite čez trenutek.',
      internal: 'Pri nas je šlo nekaj narobe. Nič ni izgubljeno. Poskusite čez trenutek.',
      unavailable: 'Storitev trenutno ni na voljo. Poskusite čez trenutek.',
      too_many_requests: 'Preveč poskusov. Počakajte nekaj minut in poskusite znova.',
      access_code_wrong: 'Koda ni pravilna. Preverite jo ali zahtevajte novo.',
      access_code_expired: 'Koda je potekla. Zahtevajte novo.',
      other: 'Ni uspelo. Preverite vnos in poskusite znova.'
    }
  }
}
