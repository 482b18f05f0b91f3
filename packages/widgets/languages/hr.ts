import type { Translation } from './translation.ts'

export const translation: Translation = {
  announcement: {
    name: 'Obavijest',
    dismiss: 'Zatvori',
    more: 'Saznajte više',
    types: {
      default: 'Napomena',
      warning: 'Upozorenje',
      alarm: 'Važno'
    }
  },
  feedback: { label: 'Povratne informacije' },
  marketplace: {
    title: 'Ponude objava',
    empty: 'Još nema ponuda',
    failed: 'Ponude se nisu mogle učitati',
    retry: 'Pokušaj ponovno',
    types: {
      article: 'Članak',
      press_release: 'Priopćenje za javnost',
      social_post: 'Objava na društvenim mrežama',
      newsletter: 'Newsletter',
      banner_placement: 'Mjesto za banner',
      video: 'Video'
    }
  },
  chat: {
    title: 'Kontaktirajte nas',
    lost: 'Chat se nije mogao učitati. Ponovno učitajte stranicu.',
    elsewhereText: 'Razgovor je na našoj stranici, na koju ste prijavljeni.',
    go: 'Nastavi na {host}',
    loading: 'Učitavanje razgovora…',
    failed: 'Razgovor se nije mogao učitati.',
    retry: 'Pokušaj ponovno',
    signedOut: 'Prijavite se kako bi naš odgovor stigao do vas.',
    signIn: 'Prijava',
    elsewhere: 'Odgovaramo u zasebnom prozoru.',
    openElsewhere: 'Otvori chat',
    empty: 'Pitajte nas bilo što. Razgovor ostaje ovdje.',
    online: 'Na mreži smo.',
    away: 'Trenutačno nismo na mreži. Odgovaramo i e-poštom.',
    older: 'Prikaži starije poruke',
    you: 'Vi',
    us: 'Podrška',
    read: 'Pročitano',
    email: 'Adresa e-pošte',
    emailWrong: 'Adresa e-pošte nije potpuna.',
    letterSent: 'Poslano. Odgovorit ćemo e-poštom.',
    text: 'Vaša poruka',
    send: 'Pošalji',
    picture: 'Dodaj sliku',
    pictureFrom: 'Slika: {name}, {time}',
    notSent: 'Nije poslano. Pokušajte ponovno.',
    problems: {
      message_empty: 'Unesite poruku.',
      too_many_requests: 'Previše poruka. Pričekajte minutu pa je pošaljite ponovno.'
    },
    uploading: 'Prijenos slike',
    ready: 'Vaša slika, spremna za slanje',
    remove: 'Ukloni sliku',
    pictureProblems: {
      one_picture: 'Dodajte jednu po jednu sliku.',
      chat_picture_not_taken: 'Datoteka nije PNG, JPEG, GIF, WebP ili AVIF slika.',
      chat_picture_too_large: 'Slika je veća od {size}.',
      chat_picture_unknown: 'Prijenos je stariji od jednog dana. Pokušajte ponovno.',
      too_many_requests: 'Previše slika. Pričekajte nekoliko minuta pa pokušajte ponovno.',
      failed: 'Slika se nije mogla prenijeti. Pokušajte ponovno.'
    },
    close: 'Zatvori'
  },
  login: {
    email: 'Adresa e-pošte',
    sendCode: 'Pošalji mi kod',
    code: 'Pristupni kod',
    codeHelp: 'Velika slova, razmaci i crtice nisu važni.',
    codeEmpty: 'Unesite ili zalijepite kod.',
    enter: 'Prijava',
    haveCode: 'Već imam kod',
    byMail: 'Prijava e-poštom',
    lost: 'Ne možete se prijaviti?',
    newHere: 'Novi ste ovdje? Izradite račun',
    haveAccount: 'Imam račun',
    agreeBoth: 'Stvaranjem računa prihvaćate [uvjete korištenja] i [pravila o privatnosti].',
    agreeTerms: 'Stvaranjem računa prihvaćate [uvjete korištenja].',
    withoutMail: 'Nastavi bez adrese e-pošte',
    emailWrong: 'Adresa e-pošte nije potpuna.',
    sentTo: 'Ako postoji račun s ovom adresom, poslali smo kod na {email}.',
    sentToNew: 'Poslali smo kod na {email}.',
    sentHelp: 'Vrijedi deset minuta u ovom pregledniku.',
    again: 'Pošalji novi kod',
    againIn: 'Pošalji novi kod ({seconds} s)',
    create: 'Izradi račun',
    proof: 'Provjeravamo jeste li čovjek',
    talk: 'Kontaktirajte nas',
    go: 'Nastavi na {host}',
    handOff: 'Prijavljujete se ondje u novom prozoru, a zatim se vraćate ovamo.',
    waiting: 'Čekanje drugog prozora…',
    blocked:
      'Prozor se nije mogao otvoriti. Dopustite skočne prozore za ovu stranicu pa pokušajte ponovno.',
    closed: 'Prozor je zatvoren prije prijave.',
    refused: 'Ova vas stranica ne smije prijaviti.',
    failed: 'Prijava nije uspjela. Pokušajte ponovno malo kasnije.',
    anonymousText:
      'Ne pitamo tko ste, pa vam nitko ne može poslati novi kod. Ako ga izgubite, račun i novac na njemu su izgubljeni.',
    createAnonymous: 'Izradi anonimni račun',
    codeOnce: 'Ovo je kod vašeg računa. Prikazuje se samo jednom.',
    copy: 'Kopiraj',
    copied: 'Kopirano',
    download: 'Spremi kao datoteku',
    kept: 'Kod je spremljen na sigurnom mjestu',
    done: 'Gotovo',
    notYet:
      'Najprije spremite kod: kopirajte ga, spremite datoteku ili označite okvir. Bez koda nitko više ne može otvoriti ovaj račun.',
    passkey: 'Dodaj i pristupni ključ',
    passkeyAdded: 'Pristupni ključ je dodan. Možete se njime prijaviti.',
    passkeyName: 'Pristupni ključ od {date}',
    fileText: 'Kod računa za {site}. Svatko tko ima ovaj kod može se prijaviti:',
    passkeyWay: 'Upotrijebi pristupni ključ',
    close: 'Zatvori',
    titles: {
      GET_SIGN_IN_POPUP: {
        title: 'Prijava',
        description:
          'Bez lozinke. Poslat ćemo vam kod e-poštom ili upotrijebite spremljeni kod računa.'
      },
      ENTER_ACCESS_POPUP: {
        title: 'Unesite pristupni kod',
        description: 'Kod anonimnog računa ili jednokratni kod iz e-pošte.'
      },
      RESET_PASSWORD_POPUP: {
        title: 'Vrati pristup',
        description: 'Poslat ćemo jednokratni kod na adresu vašeg računa.'
      },
      CHECK_YOUR_EMAIL: { title: 'Provjerite e-poštu', description: '' },
      CREATE_ACCOUNT: {
        title: 'Izradi račun',
        description:
          'Jedan račun za oboje: oglašavajte se na drugim stranicama i zarađujte na svojima.'
      },
      ANONYMOUS_SIGN_UP: {
        title: 'Anonimni račun',
        description: 'Dobivate jedan kod. On je vaš račun: svatko tko ima kod može se prijaviti.'
      },
      CONFIRM_AN_ACCOUNT: { title: 'Potvrdite račun', description: '' }
    },
    failures: {
      unreachable: 'Poslužitelj nije dostupan. Provjerite vezu i pokušajte ponovno.',
      unreadable: 'Odgovor poslužitelja nije čitljiv. Pokušajte ponovno malo kasnije.',
      internal:
        'Kod nas je nešto pošlo po zlu. Ništa nije izgubljeno. Pokušajte ponovno malo kasnije.',
      unavailable: 'Usluga trenutačno nije dostupna. Pokušajte ponovno malo kasnije.',
      too_many_requests: 'Previše pokušaja. Pričekajte nekoliko minuta pa pokušajte ponovno.',
      access_code_wrong: 'Kod nije točan. Provjerite ga ili zatražite novi.',
      access_code_expired: 'Kod je istekao. Zatražite novi.',
      other: 'Nije uspjelo. Provjerite što ste unijeli i pokušajte ponovno.'
    }
  }
}
