import type { Translation } from './translation.ts'

export const translation: Translation = {
  announcement: {
    name: 'Obavještenje',
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
    retry: 'Pokušaj ponovo',
    types: {
      article: 'Članak',
      press_release: 'Saopćenje za javnost',
      social_post: 'Objava na društvenim mrežama',
      newsletter: 'Bilten',
      banner_placement: 'Mjesto za baner',
      video: 'Video'
    }
  },
  chat: {
    title: 'Kontaktirajte nas',
    lost: 'Chat se nije mogao učitati. Ponovo učitajte stranicu.',
    elsewhereText: 'Razgovor je na našoj stranici, na koju ste prijavljeni.',
    go: 'Nastavi na {host}',
    loading: 'Učitavanje razgovora…',
    failed: 'Razgovor se nije mogao učitati.',
    retry: 'Pokušaj ponovo',
    signedOut: 'Prijavite se da bi naš odgovor stigao do vas.',
    signIn: 'Prijava',
    elsewhere: 'Odgovaramo u zasebnom prozoru.',
    openElsewhere: 'Otvori chat',
    empty: 'Pitajte nas bilo šta. Razgovor ostaje ovdje.',
    online: 'Na mreži smo.',
    away: 'Trenutno nismo na mreži. Odgovaramo i e-poštom.',
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
    notSent: 'Nije poslano. Pokušajte ponovo.',
    problems: {
      message_empty: 'Unesite poruku.',
      too_many_requests: 'Previše poruka. Sačekajte minutu pa je pošaljite ponovo.'
    },
    uploading: 'Otpremanje slike',
    ready: 'Vaša slika, spremna za slanje',
    remove: 'Ukloni sliku',
    pictureProblems: {
      one_picture: 'Dodajte jednu po jednu sliku.',
      chat_picture_not_taken: 'Datoteka nije PNG, JPEG, GIF, WebP ili AVIF slika.',
      chat_picture_too_large: 'Slika je veća od {size}.',
      chat_picture_unknown: 'Otpremanje je starije od jednog dana. Pokušajte ponovo.',
      too_many_requests: 'Previše slika. Sačekajte nekoliko minuta pa pokušajte ponovo.',
      failed: 'Slika se nije mogla otpremiti. Pokušajte ponovo.'
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
    newHere: 'Novi ste ovdje? Napravite račun',
    haveAccount: 'Imam račun',
    agreeBoth: 'Kreiranjem računa prihvatate [uslove korištenja] i [politiku privatnosti].',
    agreeTerms: 'Kreiranjem računa prihvatate [uslove korištenja].',
    withoutMail: 'Nastavi bez adrese e-pošte',
    emailWrong: 'Adresa e-pošte nije potpuna.',
    sentTo: 'Ako postoji račun s ovom adresom, poslali smo kod na {email}.',
    sentToNew: 'Poslali smo kod na {email}.',
    sentHelp: 'Važi deset minuta u ovom pregledniku.',
    again: 'Pošalji novi kod',
    againIn: 'Pošalji novi kod ({seconds} s)',
    create: 'Napravi račun',
    proof: 'Provjeravamo da li ste čovjek',
    talk: 'Kontaktirajte nas',
    go: 'Nastavi na {host}',
    handOff: 'Prijavljujete se tamo u novom prozoru, a zatim se vraćate ovdje.',
    waiting: 'Čekanje drugog prozora…',
    blocked:
      'Prozor se nije mogao otvoriti. Dozvolite iskačuće prozore za ovu stranicu pa pokušajte ponovo.',
    closed: 'Prozor je zatvoren prije prijave.',
    refused: 'Ova stranica vas ne smije prijaviti.',
    failed: 'Prijava nije uspjela. Pokušajte ponovo malo kasnije.',
    anonymousText:
      'Ne pitamo ko ste, pa vam niko ne može poslati novi kod. Ako ga izgubite, račun i novac na njemu su izgubljeni.',
    createAnonymous: 'Napravi anonimni račun',
    codeOnce: 'Ovo je kod vašeg računa. Prikazuje se samo jednom.',
    copy: 'Kopiraj',
    copied: 'Kopirano',
    download: 'Sačuvaj kao datoteku',
    kept: 'Kod je sačuvan na sigurnom mjestu',
    done: 'Gotovo',
    notYet:
      'Najprije sačuvajte kod: kopirajte ga, sačuvajte datoteku ili označite kućicu. Bez koda niko više ne može otvoriti ovaj račun.',
    passkey: 'Dodaj i pristupni ključ',
    passkeyAdded: 'Pristupni ključ je dodan. Možete se njime prijaviti.',
    passkeyName: 'Pristupni ključ od {date}',
    fileText: 'Kod računa za {site}. Svako ko ima ovaj kod može se prijaviti:',
    passkeyWay: 'Koristi pristupni ključ',
    close: 'Zatvori',
    titles: {
      GET_SIGN_IN_POPUP: {
        title: 'Prijava',
        description: 'Bez lozinke. Poslat ćemo vam kod e-poštom ili koristite sačuvani kod računa.'
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
        title: 'Napravi račun',
        description:
          'Jedan račun za oboje: oglašavajte se na drugim stranicama i zarađujte na svojim.'
      },
      ANONYMOUS_SIGN_UP: {
        title: 'Anonimni račun',
        description: 'Dobijate jedan kod. On je vaš račun: svako ko ima kod može se prijaviti.'
      },
      CONFIRM_AN_ACCOUNT: { title: 'Potvrdite račun', description: '' }
    },
    failures: {
      unreachable: 'Server nije dostupan. Provjerite vezu i pokušajte ponovo.',
      unreadable: 'Odgovor servera nije čitljiv. Pokušajte ponovo malo kasnije.',
      internal:
        'Kod nas je nešto pošlo po zlu. Ništa nije izgubljeno. Pokušajte ponovo malo kasnije.',
      unavailable: 'Usluga trenutno nije dostupna. Pokušajte ponovo malo kasnije.',
      too_many_requests: 'Previše pokušaja. Sačekajte nekoliko minuta pa pokušajte ponovo.',
      access_code_wrong: 'Kod nije tačan. Provjerite ga ili zatražite novi.',
      access_code_expired: 'Kod je istekao. Zatražite novi.',
      other: 'Nije uspjelo. Provjerite šta ste unijeli i pokušajte ponovo.'
    }
  }
}
