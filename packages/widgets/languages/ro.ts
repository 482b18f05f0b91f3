import type { Translation } from './translation.ts'

export const translation: Translation = {
  announcement: {
    name: 'Anunț',
    dismiss: 'Închide',
    more: 'Citește mai mult',
    types: {
      default: 'Notă',
      warning: 'Avertisment',
      alarm: 'Important'
    }
  },
  feedback: { label: 'Păreri' },
  marketplace: {
    title: 'Oferte de publicare',
    empty: 'Nu există încă oferte',
    failed: 'Ofertele nu au putut fi încărcate',
    retry: 'Reîncercați',
    types: {
      article: 'Articol',
      press_release: 'Comunicat de presă',
      social_post: 'Postare pe rețele sociale',
      newsletter: 'Newsletter',
      banner_placement: 'Spațiu pentru banner',
      video: 'Video'
    }
  },
  chat: {
    title: 'Contactați-ne',
    lost: 'Chatul nu a putut fi încărcat. Reîncărcați pagina.',
    elsewhereText: 'Conversația este pe propriul nostru site, unde sunteți autentificat.',
    go: 'Continuați pe {host}',
    loading: 'Se încarcă conversația…',
    failed: 'Conversația nu a putut fi încărcată.',
    retry: 'Reîncercați',
    signedOut: 'Conectați-vă ca să primiți răspunsul nostru.',
    signIn: 'Conectare',
    elsewhere: 'Răspundem într-o fereastră separată.',
    openElsewhere: 'Deschideți chatul',
    empty: 'Întrebați-ne orice. Conversația rămâne aici.',
    online: 'Suntem online.',
    away: 'Acum nu suntem online. Răspundem și prin e-mail.',
    older: 'Afișați mesajele mai vechi',
    you: 'Dvs.',
    us: 'Asistență',
    read: 'Citit',
    email: 'Adresă de e-mail',
    emailWrong: 'Adresa de e-mail nu este completă.',
    letterSent: 'Trimis. Vom răspunde prin e-mail.',
    text: 'Mesajul dvs.',
    send: 'Trimiteți',
    picture: 'Adăugați o imagine',
    pictureFrom: 'Imagine de la {name}, {time}',
    notSent: 'Mesajul nu a fost trimis. Reîncercați.',
    problems: {
      message_empty: 'Scrieți un mesaj.',
      too_many_requests: 'Prea multe mesaje. Așteptați un minut, apoi retrimiteți-l.'
    },
    uploading: 'Se încarcă imaginea',
    ready: 'Imaginea dvs., gata de trimis',
    remove: 'Eliminați imaginea',
    pictureProblems: {
      one_picture: 'Adăugați câte o imagine pe rând.',
      chat_picture_not_taken: 'Fișierul nu este o imagine PNG, JPEG, GIF, WebP sau AVIF.',
      chat_picture_too_large: 'Imaginea depășește {size}.',
      chat_picture_unknown: 'Încărcarea este mai veche de o zi. Reîncercați.',
      too_many_requests: 'Prea multe imagini. Așteptați câteva minute, apoi reîncercați.',
      failed: 'Imaginea nu a putut fi încărcată. Reîncercați.'
    },
    close: 'Închide'
  },
  login: {
    email: 'Adresă de e-mail',
    sendCode: 'Trimiteți-mi un cod',
    code: 'Cod de acces',
    codeHelp: 'Majusculele, spațiile și cratimele nu contează.',
    codeEmpty: 'Introduceți sau lipiți codul.',
    enter: 'Conectare',
    haveCode: 'Am deja un cod',
    byMail: 'Conectare prin e-mail',
    lost: 'Nu vă puteți conecta?',
    newHere: 'Sunteți nou aici? Creați un cont',
    haveAccount: 'Am un cont',
    agreeBoth:
      'Prin crearea unui cont, acceptați [termenii și condițiile] și [politica de confidențialitate].',
    agreeTerms: 'Prin crearea unui cont, acceptați [termenii și condițiile].',
    withoutMail: 'Continuați fără adresă de e-mail',
    emailWrong: 'Adresa de e-mail nu este completă.',
    sentTo: 'Dacă există un cont cu această adresă, am trimis un cod la {email}.',
    sentToNew: 'Am trimis un cod la {email}.',
    sentHelp: 'Este valabil zece minute, în acest browser.',
    again: 'Trimiteți alt cod',
    againIn: 'Trimiteți alt cod ({seconds} s)',
    create: 'Creați un cont',
    proof: 'Se verifică dacă sunteți om',
    talk: 'Contactați-ne',
    go: 'Continuați pe {host}',
    handOff: 'Vă conectați acolo, într-o fereastră nouă, apoi reveniți aici.',
    waiting: 'Se așteaptă cealaltă fereastră…',
    blocked:
      'Fereastra nu a putut fi deschisă. Permiteți ferestrele pop-up pentru această pagină și reîncercați.',
    closed: 'Fereastra a fost închisă înainte de conectare.',
    refused: 'Acest site nu are permisiunea de a vă conecta.',
    failed: 'Conectarea a eșuat. Reîncercați peste puțin timp.',
    anonymousText:
      'Nu întrebăm cine sunteți, așa că nimeni nu vă poate trimite un cod nou. Dacă îl pierdeți, contul și banii din el sunt pierduți.',
    createAnonymous: 'Creați un cont anonim',
    codeOnce: 'Acesta este codul contului dvs. Este afișat o singură dată.',
    copy: 'Copiați',
    copied: 'Copiat',
    download: 'Salvați ca fișier',
    kept: 'Am salvat codul într-un loc sigur',
    done: 'Gata',
    notYet:
      'Salvați mai întâi codul: copiați-l, salvați fișierul sau bifați caseta. Fără cod, nimeni nu mai poate deschide acest cont.',
    passkey: 'Adăugați și o cheie de acces',
    passkeyAdded: 'Cheia de acces a fost adăugată. O puteți folosi la conectare.',
    passkeyName: 'Cheie de acces din {date}',
    fileText: 'Cod de cont {site}. Oricine are acest cod se poate conecta:',
    passkeyWay: 'Folosiți o cheie de acces',
    close: 'Închide',
    titles: {
      GET_SIGN_IN_POPUP: {
        title: 'Conectare',
        description:
          'Fără parolă. Vă trimitem un cod prin e-mail sau folosiți codul de cont pe care l-ați salvat.'
      },
      ENTER_ACCESS_POPUP: {
        title: 'Introduceți codul de acces',
        description: 'Codul unui cont anonim sau codul de unică folosință dintr-un e-mail.'
      },
      RESET_PASSWORD_POPUP: {
        title: 'Recuperați accesul',
        description: 'Trimitem un cod de unică folosință la adresa contului dvs.'
      },
      CHECK_YOUR_EMAIL: { title: 'Verificați e-mailul', description: '' },
      CREATE_ACCOUNT: {
        title: 'Creați un cont',
        description:
          'Un singur cont pentru ambele: faceți reclamă pe alte site-uri și câștigați cu ale dvs.'
      },
      ANONYMOUS_SIGN_UP: {
        title: 'Cont anonim',
        description: 'Primiți un cod. El este contul dvs.: oricine are codul se poate conecta.'
      },
      CONFIRM_AN_ACCOUNT: { title: 'Confirmați contul', description: '' }
    },
    failures: {
      unreachable: 'Serverul nu poate fi contactat. Verificați conexiunea și reîncercați.',
      unreadable: 'Răspunsul serverului nu a putut fi citit. Reîncercați peste puțin timp.',
      internal: 'A apărut o problemă la noi. Nu s-a pierdut nimic. Reîncercați peste puțin timp.',
      unavailable: 'Serviciul nu este disponibil acum. Reîncercați peste puțin timp.',
      too_many_requests: 'Prea multe încercări. Așteptați câteva minute, apoi reîncercați.',
      access_code_wrong: 'Codul nu este corect. Verificați-l sau cereți unul nou.',
      access_code_expired: 'Codul a expirat. Cereți unul nou.',
      other: 'Nu a reușit. Verificați datele introduse și reîncercați.'
    }
  }
}
