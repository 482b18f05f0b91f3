import type { Translation } from './translation.ts'

export const translation: Translation = {
  announcement: {
    name: 'Annonce',
    dismiss: 'Masquer',
    more: 'En savoir plus',
    types: {
      default: 'Note',
      warning: 'Avertissement',
      alarm: 'Important'
    }
  },
  feedback: { label: 'Suggestions' },
  marketplace: {
    title: 'Offres de publication',
    empty: 'Aucune offre pour le moment',
    failed: 'Impossible de charger les offres',
    retry: 'Réessayer',
    types: {
      article: 'Article',
      press_release: 'Communiqué de presse',
      social_post: 'Publication sur les réseaux',
      newsletter: 'Newsletter',
      banner_placement: 'Emplacement de bannière',
      video: 'Vidéo'
    }
  },
  chat: {
    title: 'Nous contacter',
    lost: 'Impossible de charger le chat. Rechargez la page pour réessayer.',
    elsewhereText: 'La conversation se trouve sur notre propre site, où vous êtes connecté.',
    go: 'Continuer sur {host}',
    loading: 'Chargement de la conversation…',
    failed: 'Impossible de charger la conversation.',
    retry: 'Réessayer',
    signedOut: 'Connectez-vous pour recevoir notre réponse.',
    signIn: 'Se connecter',
    elsewhere: 'Nous répondons dans une autre fenêtre.',
    openElsewhere: 'Ouvrir le chat',
    empty: 'Posez-nous vos questions. La conversation reste ici.',
    online: 'Nous sommes en ligne.',
    away: 'Nous sommes hors ligne. Nous répondons aussi par e-mail.',
    older: 'Afficher les messages précédents',
    you: 'Vous',
    us: 'Assistance',
    read: 'Lu',
    email: 'Adresse e-mail',
    emailWrong: 'Cette adresse e-mail est incomplète.',
    letterSent: 'Envoyé. Nous répondrons par e-mail.',
    text: 'Votre message',
    send: 'Envoyer',
    picture: 'Ajouter une image',
    pictureFrom: 'Image de {name}, {time}',
    notSent: 'Message non envoyé. Réessayez.',
    problems: {
      message_empty: 'Saisissez un message.',
      too_many_requests: 'Trop de messages. Patientez une minute, puis renvoyez-le.'
    },
    uploading: 'Envoi de l’image',
    ready: 'Votre image, prête à être envoyée',
    remove: 'Retirer l’image',
    pictureProblems: {
      one_picture: 'Ajoutez une seule image à la fois.',
      chat_picture_not_taken: 'Le fichier n’est pas une image PNG, JPEG, GIF, WebP ou AVIF.',
      chat_picture_too_large: 'L’image dépasse {size}.',
      chat_picture_unknown: 'L’envoi date de plus d’un jour. Réessayez.',
      too_many_requests: 'Trop d’images. Patientez quelques minutes, puis réessayez.',
      failed: 'Impossible d’envoyer l’image. Réessayez.'
    },
    close: 'Fermer'
  },
  login: {
    email: 'Adresse e-mail',
    sendCode: 'M’envoyer un code',
    code: 'Code d’accès',
    codeHelp: 'Les majuscules, les espaces et les tirets n’ont pas d’importance.',
    codeEmpty: 'Saisissez ou collez le code.',
    enter: 'Se connecter',
    haveCode: 'J’ai déjà un code',
    byMail: 'Se connecter par e-mail',
    lost: 'Impossible de vous connecter ?',
    newHere: 'Nouveau ici ? Créez un compte',
    haveAccount: 'J’ai un compte',
    agreeBoth:
      'En créant un compte, vous acceptez les [conditions d’utilisation] et la [politique de confidentialité].',
    agreeTerms: 'En créant un compte, vous acceptez les [conditions d’utilisation].',
    withoutMail: 'Continuer sans adresse e-mail',
    emailWrong: 'Cette adresse e-mail est incomplète.',
    sentTo: 'Si un compte existe pour cette adresse, un code est en route vers {email}.',
    sentToNew: 'Un code est en route vers {email}.',
    sentHelp: 'Il est valable dix minutes, dans ce navigateur.',
    again: 'Envoyer un autre code',
    againIn: 'Envoyer un autre code ({seconds} s)',
    create: 'Créer un compte',
    proof: 'Vérification que vous êtes humain',
    talk: 'Nous contacter',
    go: 'Continuer sur {host}',
    handOff: 'Vous vous connectez là-bas, dans une nouvelle fenêtre, puis vous revenez ici.',
    waiting: 'En attente de l’autre fenêtre…',
    blocked:
      'Impossible d’ouvrir la fenêtre. Autorisez les fenêtres pop-up pour cette page, puis réessayez.',
    closed: 'La fenêtre a été fermée avant la connexion.',
    refused: 'Ce site n’est pas autorisé à vous connecter.',
    failed: 'La connexion a échoué. Réessayez dans un instant.',
    anonymousText:
      'Nous ne demandons pas qui vous êtes : personne ne peut donc vous envoyer un nouveau code. Si vous le perdez, le compte et son argent sont perdus.',
    createAnonymous: 'Créer un compte anonyme',
    codeOnce: 'Voici le code de votre compte. Il ne s’affiche qu’une seule fois.',
    copy: 'Copier',
    copied: 'Copié',
    download: 'Enregistrer dans un fichier',
    kept: 'J’ai enregistré le code en lieu sûr',
    done: 'Terminé',
    notYet:
      'Enregistrez d’abord le code : copiez-le, enregistrez le fichier ou cochez la case. Sans le code, personne ne pourra rouvrir ce compte.',
    passkey: 'Ajouter aussi une clé d’accès',
    passkeyAdded: 'Clé d’accès ajoutée. Vous pouvez vous en servir pour vous connecter.',
    passkeyName: 'Clé d’accès du {date}',
    fileText: 'Code de compte {site}. Toute personne qui possède ce code peut se connecter :',
    passkeyWay: 'Utiliser une clé d’accès',
    close: 'Fermer',
    titles: {
      GET_SIGN_IN_POPUP: {
        title: 'Se connecter',
        description:
          'Aucun mot de passe. Nous vous envoyons un code par e-mail, ou vous utilisez le code de compte que vous avez enregistré.'
      },
      ENTER_ACCESS_POPUP: {
        title: 'Saisissez votre code d’accès',
        description: 'Le code d’un compte anonyme, ou le code à usage unique reçu par e-mail.'
      },
      RESET_PASSWORD_POPUP: {
        title: 'Récupérer l’accès',
        description: 'Nous envoyons un code à usage unique à l’adresse de votre compte.'
      },
      CHECK_YOUR_EMAIL: { title: 'Consultez vos e-mails', description: '' },
      CREATE_ACCOUNT: {
        title: 'Créer un compte',
        description:
          'Un seul compte pour tout : faites de la publicité sur d’autres sites et gagnez de l’argent avec les vôtres.'
      },
      ANONYMOUS_SIGN_UP: {
        title: 'Compte anonyme',
        description:
          'Vous recevez un code. C’est votre compte : toute personne qui l’a peut se connecter.'
      },
      CONFIRM_AN_ACCOUNT: { title: 'Confirmez votre compte', description: '' }
    },
    failures: {
      unreachable: 'Impossible de joindre le serveur. Vérifiez votre connexion et réessayez.',
      unreadable: 'La réponse du serveur est illisible. Réessayez dans un instant.',
      internal:
        'Une erreur s’est produite de notre côté. Rien n’a été perdu. Réessayez dans un instant.',
      unavailable: 'Le service est indisponible. Réessayez dans un instant.',
      too_many_requests: 'Trop de tentatives. Patientez quelques minutes, puis réessayez.',
      access_code_wrong: 'Ce code est incorrect. Vérifiez-le ou demandez-en un nouveau.',
      access_code_expired: 'Ce code a expiré. Demandez-en un nouveau.',
      other: 'Cela n’a pas fonctionné. Vérifiez votre saisie et réessayez.'
    }
  }
}
