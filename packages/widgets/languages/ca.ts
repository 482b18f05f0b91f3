import type { Translation } from './translation.ts'

export const translation: Translation = {
  announcement: {
    name: 'Anunci',
    dismiss: 'Descarta',
    more: 'Més informació',
    types: {
      default: 'Nota',
      warning: 'Avís',
      alarm: 'Important'
    }
  },
  feedback: { label: 'Suggeriments' },
  marketplace: {
    title: 'Ofertes de publicació',
    empty: 'Encara no hi ha ofertes',
    failed: 'No s’han pogut carregar les ofertes',
    retry: 'Torna-ho a provar',
    types: {
      article: 'Article',
      press_release: 'Nota de premsa',
      social_post: 'Publicació a les xarxes',
      newsletter: 'Butlletí',
      banner_placement: 'Espai per a bàner',
      video: 'Vídeo'
    }
  },
  chat: {
    title: 'Contacta amb nosaltres',
    lost: 'No s’ha pogut carregar el xat. Torna a carregar la pàgina.',
    elsewhereText: 'La conversa és al nostre propi lloc, on has iniciat la sessió.',
    go: 'Continua a {host}',
    loading: 'S’està carregant la conversa…',
    failed: 'No s’ha pogut carregar la conversa.',
    retry: 'Torna-ho a provar',
    signedOut: 'Inicia la sessió perquè t’arribi la nostra resposta.',
    signIn: 'Inicia la sessió',
    elsewhere: 'Responem en una altra finestra.',
    openElsewhere: 'Obre el xat',
    empty: 'Pregunta’ns el que vulguis. La conversa es queda aquí.',
    online: 'Som en línia.',
    away: 'Ara no som en línia. També responem per correu.',
    older: 'Mostra els missatges anteriors',
    you: 'Tu',
    us: 'Assistència',
    read: 'Llegit',
    email: 'Adreça electrònica',
    emailWrong: 'L’adreça electrònica no és completa.',
    letterSent: 'Enviat. Respondrem per correu.',
    text: 'El teu missatge',
    send: 'Envia',
    picture: 'Afegeix una imatge',
    pictureFrom: 'Imatge de {name}, {time}',
    notSent: 'No s’ha enviat. Torna-ho a provar.',
    problems: {
      message_empty: 'Escriu un missatge.',
      too_many_requests: 'Massa missatges. Espera un minut i torna a enviar-lo.'
    },
    uploading: 'S’està pujant la imatge',
    ready: 'La teva imatge, a punt per enviar',
    remove: 'Treu la imatge',
    pictureProblems: {
      one_picture: 'Afegeix les imatges d’una en una.',
      chat_picture_not_taken: 'El fitxer no és una imatge PNG, JPEG, GIF, WebP ni AVIF.',
      chat_picture_too_large: 'La imatge supera els {size}.',
      chat_picture_unknown: 'Fa més d’un dia que es va pujar. Torna-ho a provar.',
      too_many_requests: 'Massa imatges. Espera uns minuts i torna-ho a provar.',
      failed: 'No s’ha pogut pujar la imatge. Torna-ho a provar.'
    },
    close: 'Tanca'
  },
  login: {
    email: 'Adreça electrònica',
    sendCode: 'Envia’m un codi',
    code: 'Codi d’accés',
    codeHelp: 'Les majúscules, els espais i els guions no importen.',
    codeEmpty: 'Escriu o enganxa el codi.',
    enter: 'Inicia la sessió',
    haveCode: 'Ja tinc un codi',
    byMail: 'Inicia la sessió per correu',
    lost: 'No pots iniciar la sessió?',
    newHere: 'Ets nou? Crea un compte',
    haveAccount: 'Tinc un compte',
    agreeBoth:
      'En crear un compte, acceptes les [condicions del servei] i la [política de privadesa].',
    agreeTerms: 'En crear un compte, acceptes les [condicions del servei].',
    withoutMail: 'Continua sense adreça electrònica',
    emailWrong: 'L’adreça electrònica no és completa.',
    sentTo: 'Si hi ha un compte amb aquesta adreça, hem enviat un codi a {email}.',
    sentToNew: 'Hem enviat un codi a {email}.',
    sentHelp: 'Funciona durant deu minuts en aquest navegador.',
    again: 'Envia un altre codi',
    againIn: 'Envia un altre codi ({seconds} s)',
    create: 'Crea un compte',
    proof: 'S’està verificant que ets una persona',
    talk: 'Contacta amb nosaltres',
    go: 'Continua a {host}',
    handOff: 'Inicies la sessió allà, en una finestra nova, i després tornes aquí.',
    waiting: 'S’està esperant l’altra finestra…',
    blocked:
      'No s’ha pogut obrir la finestra. Permet les finestres emergents en aquesta pàgina i torna-ho a provar.',
    closed: 'La finestra s’ha tancat abans d’iniciar la sessió.',
    refused: 'Aquest lloc no té permís per iniciar la teva sessió.',
    failed: 'No s’ha pogut iniciar la sessió. Torna-ho a provar d’aquí a una estona.',
    anonymousText:
      'No preguntem qui ets, i per això ningú no et pot enviar un codi nou. Si el perds, es perden el compte i els seus diners.',
    createAnonymous: 'Crea un compte anònim',
    codeOnce: 'Aquest és el codi del teu compte. Només es mostra una vegada.',
    copy: 'Copia',
    copied: 'Copiat',
    download: 'Desa com a fitxer',
    kept: 'He desat el codi en un lloc segur',
    done: 'Fet',
    notYet:
      'Primer desa el codi: copia’l, desa el fitxer o marca la casella. Sense el codi, ningú no podrà tornar a obrir aquest compte.',
    passkey: 'Afegeix també una clau d’accés',
    passkeyAdded: 'S’ha afegit la clau d’accés. La pots fer servir per iniciar la sessió.',
    passkeyName: 'Clau d’accés del {date}',
    fileText: 'Codi de compte de {site}. Qualsevol persona que el tingui pot iniciar la sessió:',
    passkeyWay: 'Fes servir una clau d’accés',
    close: 'Tanca',
    titles: {
      GET_SIGN_IN_POPUP: {
        title: 'Inicia la sessió',
        description:
          'No cal contrasenya. T’enviem un codi per correu o fas servir el codi de compte que vas desar.'
      },
      ENTER_ACCESS_POPUP: {
        title: 'Introdueix el codi d’accés',
        description: 'El codi d’un compte anònim o el codi d’un sol ús d’un correu.'
      },
      RESET_PASSWORD_POPUP: {
        title: 'Recupera l’accés',
        description: 'Enviem un codi d’un sol ús a l’adreça del teu compte.'
      },
      CHECK_YOUR_EMAIL: { title: 'Mira el correu', description: '' },
      CREATE_ACCOUNT: {
        title: 'Crea un compte',
        description:
          'Un sol compte per a tot: anuncia’t en altres llocs i guanya diners amb els teus.'
      },
      ANONYMOUS_SIGN_UP: {
        title: 'Compte anònim',
        description:
          'Reps un codi. És el teu compte: qualsevol persona que el tingui pot iniciar la sessió.'
      },
      CONFIRM_AN_ACCOUNT: { title: 'Confirma el teu compte', description: '' }
    },
    failures: {
      unreachable:
        'No s’ha pogut connectar amb el servidor. Comprova la connexió i torna-ho a provar.',
      unreadable:
        'No s’ha pogut llegir la resposta del servidor. Torna-ho a provar d’aquí a una estona.',
      internal:
        'Alguna cosa ha fallat per part nostra. No s’ha perdut res. Torna-ho a provar d’aquí a una estona.',
      unavailable: 'El servei no està disponible ara. Torna-ho a provar d’aquí a una estona.',
      too_many_requests: 'Massa intents. Espera uns minuts i torna-ho a provar.',
      access_code_wrong: 'El codi no és correcte. Comprova’l o demana’n un de nou.',
      access_code_expired: 'El codi ha caducat. Demana’n un de nou.',
      other: 'No ha funcionat. Comprova el que has introduït i torna-ho a provar.'
    }
  }
}
