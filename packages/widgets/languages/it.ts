import type { Translation } from './translation.ts'

export const translation: Translation = {
  announcement: {
    name: 'Annuncio',
    dismiss: 'Chiudi',
    more: 'Scopri di più',
    types: {
      default: 'Nota',
      warning: 'Avviso',
      alarm: 'Importante'
    }
  },
  feedback: { label: 'Suggerimenti' },
  marketplace: {
    title: 'Offerte di pubblicazione',
    empty: 'Ancora nessuna offerta',
    failed: 'Impossibile caricare le offerte',
    retry: 'Riprova',
    types: {
      article: 'Articolo',
      press_release: 'Comunicato stampa',
      social_post: 'Post sui social',
      newsletter: 'Newsletter',
      banner_placement: 'Spazio per banner',
      video: 'Video'
    }
  },
  chat: {
    title: 'Contattaci',
    lost: 'Impossibile caricare la chat. Ricarica la pagina per riprovare.',
    elsewhereText: 'La conversazione è sul nostro sito, dove hai effettuato l’accesso.',
    go: 'Continua su {host}',
    loading: 'Caricamento della conversazione…',
    failed: 'Impossibile caricare la conversazione.',
    retry: 'Riprova',
    signedOut: 'Accedi per ricevere la nostra risposta.',
    signIn: 'Accedi',
    elsewhere: 'Rispondiamo in un’altra finestra.',
    openElsewhere: 'Apri la chat',
    empty: 'Chiedici quello che vuoi. La conversazione resta qui.',
    online: 'Siamo online.',
    away: 'Ora non siamo online. Rispondiamo anche via email.',
    older: 'Mostra i messaggi precedenti',
    you: 'Tu',
    us: 'Assistenza',
    read: 'Letto',
    email: 'Indirizzo email',
    emailWrong: 'L’indirizzo email non è completo.',
    letterSent: 'Inviato. Risponderemo via email.',
    text: 'Il tuo messaggio',
    send: 'Invia',
    picture: 'Aggiungi un’immagine',
    pictureFrom: 'Immagine di {name}, {time}',
    notSent: 'Messaggio non inviato. Riprova.',
    problems: {
      message_empty: 'Scrivi un messaggio.',
      too_many_requests: 'Troppi messaggi. Attendi un minuto e invialo di nuovo.'
    },
    uploading: 'Caricamento dell’immagine',
    ready: 'La tua immagine, pronta per l’invio',
    remove: 'Rimuovi l’immagine',
    pictureProblems: {
      one_picture: 'Aggiungi un’immagine alla volta.',
      chat_picture_not_taken: 'Il file non è un’immagine PNG, JPEG, GIF, WebP o AVIF.',
      chat_picture_too_large: 'L’immagine supera {size}.',
      chat_picture_unknown: 'Il caricamento risale a più di un giorno fa. Riprova.',
      too_many_requests: 'Troppe immagini. Attendi qualche minuto e riprova.',
      failed: 'Impossibile caricare l’immagine. Riprova.'
    },
    close: 'Chiudi'
  },
  login: {
    email: 'Indirizzo email',
    sendCode: 'Inviami un codice',
    code: 'Codice di accesso',
    codeHelp: 'Maiuscole, spazi e trattini non contano.',
    codeEmpty: 'Inserisci o incolla il codice.',
    enter: 'Accedi',
    haveCode: 'Ho già un codice',
    byMail: 'Accedi via email',
    lost: 'Non riesci ad accedere?',
    newHere: 'Sei nuovo? Crea un account',
    haveAccount: 'Ho un account',
    agreeBoth:
      'Creando un account, accetti i [termini di servizio] e l’[informativa sulla privacy].',
    agreeTerms: 'Creando un account, accetti i [termini di servizio].',
    withoutMail: 'Continua senza indirizzo email',
    emailWrong: 'L’indirizzo email non è completo.',
    sentTo: 'Se esiste un account per questo indirizzo, abbiamo inviato un codice a {email}.',
    sentToNew: 'Abbiamo inviato un codice a {email}.',
    sentHelp: 'Vale dieci minuti, in questo browser.',
    again: 'Invia un altro codice',
    againIn: 'Invia un altro codice ({seconds} s)',
    create: 'Crea un account',
    proof: 'Verifica che tu sia una persona',
    talk: 'Contattaci',
    go: 'Continua su {host}',
    handOff: 'Accedi lì, in una nuova finestra, e poi torni qui.',
    waiting: 'In attesa dell’altra finestra…',
    blocked: 'Impossibile aprire la finestra. Consenti i pop-up per questa pagina e riprova.',
    closed: 'La finestra è stata chiusa prima dell’accesso.',
    refused: 'Questo sito non è autorizzato a farti accedere.',
    failed: 'Accesso non riuscito. Riprova tra poco.',
    anonymousText:
      'Non chiediamo chi sei, quindi nessuno può inviarti un nuovo codice. Se lo perdi, perdi l’account e il suo denaro.',
    createAnonymous: 'Crea un account anonimo',
    codeOnce: 'Questo è il codice del tuo account. Viene mostrato una sola volta.',
    copy: 'Copia',
    copied: 'Copiato',
    download: 'Salva come file',
    kept: 'Ho salvato il codice in un luogo sicuro',
    done: 'Fine',
    notYet:
      'Prima salva il codice: copialo, salva il file o spunta la casella. Senza il codice nessuno potrà riaprire questo account.',
    passkey: 'Aggiungi anche una passkey',
    passkeyAdded: 'Passkey aggiunta. Puoi usarla per accedere.',
    passkeyName: 'Passkey del {date}',
    fileText: 'Codice account di {site}. Chiunque abbia questo codice può accedere:',
    passkeyWay: 'Usa una passkey',
    close: 'Chiudi',
    titles: {
      GET_SIGN_IN_POPUP: {
        title: 'Accedi',
        description:
          'Nessuna password. Ti inviamo un codice via email oppure usi il codice account che hai salvato.'
      },
      ENTER_ACCESS_POPUP: {
        title: 'Inserisci il codice di accesso',
        description: 'Il codice di un account anonimo o il codice monouso ricevuto via email.'
      },
      RESET_PASSWORD_POPUP: {
        title: 'Recupera l’accesso',
        description: 'Inviamo un codice monouso all’indirizzo del tuo account.'
      },
      CHECK_YOUR_EMAIL: { title: 'Controlla la tua email', description: '' },
      CREATE_ACCOUNT: {
        title: 'Crea un account',
        description:
          'Un solo account per tutto: fai pubblicità su altri siti e guadagna con i tuoi.'
      },
      ANONYMOUS_SIGN_UP: {
        title: 'Account anonimo',
        description: 'Ricevi un codice. È il tuo account: chiunque abbia il codice può accedere.'
      },
      CONFIRM_AN_ACCOUNT: { title: 'Conferma il tuo account', description: '' }
    },
    failures: {
      unreachable: 'Impossibile raggiungere il server. Controlla la connessione e riprova.',
      unreadable: 'Impossibile leggere la risposta del server. Riprova tra poco.',
      internal:
        'Si è verificato un errore da parte nostra. Non è andato perso nulla. Riprova tra poco.',
      unavailable: 'Il servizio non è disponibile in questo momento. Riprova tra poco.',
      too_many_requests: 'Troppi tentativi. Attendi qualche minuto e riprova.',
      access_code_wrong: 'Il codice non è corretto. Controllalo o richiedine uno nuovo.',
      access_code_expired: 'Il codice è scaduto. Richiedine uno nuovo.',
      other: 'Operazione non riuscita. Controlla i dati inseriti e riprova.'
    }
  }
}
