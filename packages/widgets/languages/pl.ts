import type { Translation } from './translation.ts'

export const translation: Translation = {
  announcement: {
    name: 'Ogłoszenie',
    dismiss: 'Zamknij',
    more: 'Czytaj więcej',
    types: {
      default: 'Informacja',
      warning: 'Ostrzeżenie',
      alarm: 'Ważne'
    }
  },
  feedback: { label: 'Opinie' },
  marketplace: {
    title: 'Oferty publikacji',
    empty: 'Nie ma jeszcze ofert',
    failed: 'Nie udało się wczytać ofert',
    retry: 'Spróbuj ponownie',
    types: {
      article: 'Artykuł',
      press_release: 'Informacja prasowa',
      social_post: 'Post w mediach społecznościowych',
      newsletter: 'Newsletter',
      banner_placement: 'Miejsce na baner',
      video: 'Wideo'
    }
  },
  chat: {
    title: 'Skontaktuj się z nami',
    lost: 'Nie udało się wczytać czatu. Odśwież stronę, aby spróbować ponownie.',
    elsewhereText: 'Rozmowa jest na naszej własnej stronie, na której trwa Twoja sesja.',
    go: 'Przejdź do {host}',
    loading: 'Wczytywanie rozmowy…',
    failed: 'Nie udało się wczytać rozmowy.',
    retry: 'Spróbuj ponownie',
    signedOut: 'Zaloguj się, aby otrzymać naszą odpowiedź.',
    signIn: 'Zaloguj się',
    elsewhere: 'Odpowiadamy w osobnym oknie.',
    openElsewhere: 'Otwórz czat',
    empty: 'Zapytaj o cokolwiek. Rozmowa zostanie tutaj.',
    online: 'Jesteśmy online.',
    away: 'Teraz jesteśmy offline. Odpowiadamy też e-mailem.',
    older: 'Pokaż starsze wiadomości',
    you: 'Ty',
    us: 'Pomoc',
    read: 'Przeczytano',
    email: 'Adres e-mail',
    emailWrong: 'Ten adres e-mail jest niepełny.',
    letterSent: 'Wysłano. Odpowiemy e-mailem.',
    text: 'Twoja wiadomość',
    send: 'Wyślij',
    picture: 'Dodaj obraz',
    pictureFrom: 'Obraz: {name}, {time}',
    notSent: 'Nie wysłano. Spróbuj ponownie.',
    problems: {
      message_empty: 'Wpisz wiadomość.',
      too_many_requests: 'Zbyt wiele wiadomości. Odczekaj minutę i wyślij ponownie.'
    },
    uploading: 'Przesyłanie obrazu',
    ready: 'Twój obraz gotowy do wysłania',
    remove: 'Usuń obraz',
    pictureProblems: {
      one_picture: 'Dodawaj po jednym obrazie.',
      chat_picture_not_taken: 'Plik nie jest obrazem PNG, JPEG, GIF, WebP ani AVIF.',
      chat_picture_too_large: 'Obraz jest większy niż {size}.',
      chat_picture_unknown: 'Obraz przesłano ponad dzień temu. Spróbuj ponownie.',
      too_many_requests: 'Zbyt wiele obrazów. Odczekaj kilka minut i spróbuj ponownie.',
      failed: 'Nie udało się przesłać obrazu. Spróbuj ponownie.'
    },
    close: 'Zamknij'
  },
  login: {
    email: 'Adres e-mail',
    sendCode: 'Wyślij mi kod',
    code: 'Kod dostępu',
    codeHelp: 'Wielkość liter, spacje i łączniki nie mają znaczenia.',
    codeEmpty: 'Wpisz lub wklej kod.',
    enter: 'Zaloguj się',
    haveCode: 'Mam już kod',
    byMail: 'Zaloguj się przez e-mail',
    lost: 'Nie możesz się zalogować?',
    newHere: 'Pierwszy raz tutaj? Utwórz konto',
    haveAccount: 'Mam konto',
    agreeBoth: 'Tworząc konto, akceptujesz [regulamin] i [politykę prywatności].',
    agreeTerms: 'Tworząc konto, akceptujesz [regulamin].',
    withoutMail: 'Kontynuuj bez adresu e-mail',
    emailWrong: 'Ten adres e-mail jest niepełny.',
    sentTo: 'Jeśli istnieje konto z tym adresem, wysłaliśmy kod na {email}.',
    sentToNew: 'Wysłaliśmy kod na {email}.',
    sentHelp: 'Działa przez dziesięć minut w tej przeglądarce.',
    again: 'Wyślij nowy kod',
    againIn: 'Wyślij nowy kod ({seconds} s)',
    create: 'Utwórz konto',
    proof: 'Sprawdzanie, czy jesteś człowiekiem',
    talk: 'Skontaktuj się z nami',
    go: 'Przejdź do {host}',
    handOff: 'Logujesz się tam, w nowym oknie, a potem wracasz tutaj.',
    waiting: 'Oczekiwanie na drugie okno…',
    blocked:
      'Nie udało się otworzyć okna. Zezwól tej stronie na wyskakujące okna i spróbuj ponownie.',
    closed: 'Okno zamknięto przed zalogowaniem.',
    refused: 'Ta strona nie ma pozwolenia na logowanie.',
    failed: 'Logowanie nie powiodło się. Spróbuj za chwilę.',
    anonymousText:
      'Nie pytamy, kim jesteś, więc nikt nie może wysłać Ci nowego kodu. Utrata kodu oznacza utratę konta i pieniędzy.',
    createAnonymous: 'Utwórz anonimowe konto',
    codeOnce: 'To jest kod Twojego konta. Jest pokazywany tylko raz.',
    copy: 'Kopiuj',
    copied: 'Skopiowano',
    download: 'Zapisz jako plik',
    kept: 'Kod jest zapisany w bezpiecznym miejscu',
    done: 'Gotowe',
    notYet:
      'Najpierw zachowaj kod: skopiuj go, zapisz plik lub zaznacz pole. Bez kodu nikt nie otworzy już tego konta.',
    passkey: 'Dodaj też klucz dostępu',
    passkeyAdded: 'Dodano klucz dostępu. Możesz się nim logować.',
    passkeyName: 'Klucz dostępu z {date}',
    fileText: 'Kod konta {site}. Każdy, kto ma ten kod, może się zalogować:',
    passkeyWay: 'Użyj klucza dostępu',
    close: 'Zamknij',
    titles: {
      GET_SIGN_IN_POPUP: {
        title: 'Zaloguj się',
        description: 'Bez hasła. Wyślemy Ci kod e-mailem albo użyjesz zapisanego kodu konta.'
      },
      ENTER_ACCESS_POPUP: {
        title: 'Wpisz kod dostępu',
        description: 'Kod anonimowego konta lub jednorazowy kod z e-maila.'
      },
      RESET_PASSWORD_POPUP: {
        title: 'Odzyskaj dostęp',
        description: 'Wyślemy jednorazowy kod na adres Twojego konta.'
      },
      CHECK_YOUR_EMAIL: { title: 'Sprawdź pocztę', description: '' },
      CREATE_ACCOUNT: {
        title: 'Utwórz konto',
        description:
          'Jedno konto do wszystkiego: reklamuj się na innych stronach i zarabiaj na własnych.'
      },
      ANONYMOUS_SIGN_UP: {
        title: 'Anonimowe konto',
        description: 'Dostajesz jeden kod. To Twoje konto: każdy, kto ma kod, może się zalogować.'
      },
      CONFIRM_AN_ACCOUNT: { title: 'Potwierdź konto', description: '' }
    },
    failures: {
      unreachable: 'Nie można połączyć się z serwerem. Sprawdź połączenie i spróbuj ponownie.',
      unreadable: 'Nie udało się odczytać odpowiedzi serwera. Spróbuj za chwilę.',
      internal: 'Coś poszło nie tak po naszej stronie. Nic nie zginęło. Spróbuj za chwilę.',
      unavailable: 'Usługa jest teraz niedostępna. Spróbuj za chwilę.',
      too_many_requests: 'Zbyt wiele prób. Odczekaj kilka minut i spróbuj ponownie.',
      access_code_wrong: 'Ten kod jest nieprawidłowy. Sprawdź go lub poproś o nowy.',
      access_code_expired: 'Ten kod wygasł. Poproś o nowy.',
      other: 'Nie udało się. Sprawdź wpisane dane i spróbuj ponownie.'
    }
  }
}
