import type { Translation } from './translation.ts'

export const translation: Translation = {
  announcement: {
    name: 'Anuncio',
    dismiss: 'Descartar',
    more: 'Leer más',
    types: {
      default: 'Nota',
      warning: 'Aviso',
      alarm: 'Importante'
    }
  },
  feedback: { label: 'Sugerencias' },
  marketplace: {
    title: 'Ofertas de publicación',
    empty: 'Aún no hay ofertas',
    failed: 'No se pudieron cargar las ofertas',
    retry: 'Reintentar',
    types: {
      article: 'Artículo',
      press_release: 'Nota de prensa',
      social_post: 'Publicación en redes',
      newsletter: 'Boletín',
      banner_placement: 'Espacio para banner',
      video: 'Vídeo'
    }
  },
  chat: {
    title: 'Contáctanos',
    lost: 'No se pudo cargar el chat. Recarga la página para intentarlo de nuevo.',
    elsewhereText: 'La conversación está en nuestro propio sitio, donde has iniciado sesión.',
    go: 'Continuar en {host}',
    loading: 'Cargando la conversación…',
    failed: 'No se pudo cargar la conversación.',
    retry: 'Reintentar',
    signedOut: 'Inicia sesión para que te llegue nuestra respuesta.',
    signIn: 'Iniciar sesión',
    elsewhere: 'Respondemos en otra ventana.',
    openElsewhere: 'Abrir el chat',
    empty: 'Pregúntanos lo que quieras. La conversación se queda aquí.',
    online: 'Estamos en línea.',
    away: 'Ahora no estamos en línea. También respondemos por correo.',
    older: 'Mostrar mensajes anteriores',
    you: 'Tú',
    us: 'Soporte',
    read: 'Leído',
    email: 'Correo electrónico',
    emailWrong: 'La dirección de correo no está completa.',
    letterSent: 'Enviado. Responderemos por correo.',
    text: 'Tu mensaje',
    send: 'Enviar',
    picture: 'Añadir una imagen',
    pictureFrom: 'Imagen de {name}, {time}',
    notSent: 'No se ha enviado. Inténtalo de nuevo.',
    problems: {
      message_empty: 'Escribe un mensaje.',
      too_many_requests: 'Demasiados mensajes. Espera un minuto y vuelve a enviarlo.'
    },
    uploading: 'Subiendo la imagen',
    ready: 'Tu imagen, lista para enviar',
    remove: 'Quitar la imagen',
    pictureProblems: {
      one_picture: 'Añade las imágenes de una en una.',
      chat_picture_not_taken: 'El archivo no es una imagen PNG, JPEG, GIF, WebP ni AVIF.',
      chat_picture_too_large: 'La imagen supera los {size}.',
      chat_picture_unknown: 'Se subió hace más de un día. Inténtalo de nuevo.',
      too_many_requests: 'Demasiadas imágenes. Espera unos minutos e inténtalo de nuevo.',
      failed: 'No se pudo subir la imagen. Inténtalo de nuevo.'
    },
    close: 'Cerrar'
  },
  login: {
    email: 'Correo electrónico',
    sendCode: 'Enviarme un código',
    code: 'Código de acceso',
    codeHelp: 'Las mayúsculas, los espacios y los guiones no importan.',
    codeEmpty: 'Escribe o pega el código.',
    enter: 'Iniciar sesión',
    haveCode: 'Ya tengo un código',
    byMail: 'Iniciar sesión por correo',
    lost: '¿No puedes iniciar sesión?',
    newHere: '¿Eres nuevo? Crea una cuenta',
    haveAccount: 'Ya tengo una cuenta',
    agreeBoth:
      'Al crear una cuenta, aceptas las [condiciones del servicio] y la [política de privacidad].',
    agreeTerms: 'Al crear una cuenta, aceptas las [condiciones del servicio].',
    withoutMail: 'Continuar sin correo electrónico',
    emailWrong: 'La dirección de correo no está completa.',
    sentTo: 'Si hay una cuenta con esta dirección, hemos enviado un código a {email}.',
    sentToNew: 'Hemos enviado un código a {email}.',
    sentHelp: 'Funciona durante diez minutos en este navegador.',
    again: 'Enviar otro código',
    againIn: 'Enviar otro código ({seconds} s)',
    create: 'Crear cuenta',
    proof: 'Verificando que eres una persona',
    talk: 'Contáctanos',
    go: 'Continuar en {host}',
    handOff: 'Inicias sesión allí, en una ventana nueva, y después vuelves aquí.',
    waiting: 'Esperando a la otra ventana…',
    blocked:
      'No se pudo abrir la ventana. Permite las ventanas emergentes en esta página e inténtalo de nuevo.',
    closed: 'La ventana se cerró antes de iniciar sesión.',
    refused: 'Este sitio no tiene permiso para iniciar tu sesión.',
    failed: 'No se pudo iniciar sesión. Inténtalo de nuevo en un momento.',
    anonymousText:
      'No preguntamos quién eres, así que nadie puede enviarte un código nuevo. Si lo pierdes, se pierden la cuenta y su dinero.',
    createAnonymous: 'Crear cuenta anónima',
    codeOnce: 'Este es el código de tu cuenta. Solo se muestra una vez.',
    copy: 'Copiar',
    copied: 'Copiado',
    download: 'Guardar como archivo',
    kept: 'He guardado el código en un lugar seguro',
    done: 'Listo',
    notYet:
      'Guarda primero el código: cópialo, guarda el archivo o marca la casilla. Sin el código, nadie podrá volver a abrir esta cuenta.',
    passkey: 'Añadir también una llave de acceso',
    passkeyAdded: 'Llave de acceso añadida. Puedes usarla para iniciar sesión.',
    passkeyName: 'Llave de acceso del {date}',
    fileText: 'Código de cuenta de {site}. Cualquiera que lo tenga puede iniciar sesión:',
    passkeyWay: 'Usar una llave de acceso',
    close: 'Cerrar',
    titles: {
      GET_SIGN_IN_POPUP: {
        title: 'Iniciar sesión',
        description:
          'No necesitas contraseña. Te enviamos un código por correo o usas el código de cuenta que guardaste.'
      },
      ENTER_ACCESS_POPUP: {
        title: 'Introduce tu código de acceso',
        description: 'El código de una cuenta anónima o el código de un solo uso de un correo.'
      },
      RESET_PASSWORD_POPUP: {
        title: 'Recuperar el acceso',
        description: 'Enviamos un código de un solo uso a la dirección de tu cuenta.'
      },
      CHECK_YOUR_EMAIL: { title: 'Revisa tu correo', description: '' },
      CREATE_ACCOUNT: {
        title: 'Crear cuenta',
        description:
          'Una cuenta para ambas cosas: anúnciate en otros sitios y gana dinero con los tuyos.'
      },
      ANONYMOUS_SIGN_UP: {
        title: 'Cuenta anónima',
        description:
          'Recibes un código. Es tu cuenta: cualquiera que lo tenga puede iniciar sesión.'
      },
      CONFIRM_AN_ACCOUNT: { title: 'Confirma tu cuenta', description: '' }
    },
    failures: {
      unreachable:
        'No se pudo conectar con el servidor. Comprueba tu conexión e inténtalo de nuevo.',
      unreadable: 'No se pudo leer la respuesta del servidor. Inténtalo de nuevo en un momento.',
      internal:
        'Algo ha fallado por nuestra parte. No se ha perdido nada. Inténtalo de nuevo en un momento.',
      unavailable: 'El servicio no está disponible ahora. Inténtalo de nuevo en un momento.',
      too_many_requests: 'Demasiados intentos. Espera unos minutos e inténtalo de nuevo.',
      access_code_wrong: 'Este código no es correcto. Compruébalo o pide uno nuevo.',
      access_code_expired: 'Este código ha caducado. Pide uno nuevo.',
      other: 'No ha funcionado. Revisa lo que has escrito e inténtalo de nuevo.'
    }
  }
}
