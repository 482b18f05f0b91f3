import type { Translation } from './translation.ts'

export const translation: Translation = {
  announcement: {
    name: 'Anúncio',
    dismiss: 'Dispensar',
    more: 'Saiba mais',
    types: {
      default: 'Nota',
      warning: 'Aviso',
      alarm: 'Importante'
    }
  },
  feedback: { label: 'Sugestões' },
  marketplace: {
    title: 'Ofertas de publicação',
    empty: 'Ainda não há ofertas',
    failed: 'Não foi possível carregar as ofertas',
    retry: 'Tentar de novo',
    types: {
      article: 'Artigo',
      press_release: 'Comunicado à imprensa',
      social_post: 'Publicação em redes sociais',
      newsletter: 'Newsletter',
      banner_placement: 'Espaço para banner',
      video: 'Vídeo'
    }
  },
  chat: {
    title: 'Fale conosco',
    lost: 'Não foi possível carregar o chat. Recarregue a página para tentar de novo.',
    elsewhereText: 'A conversa está no nosso próprio site, onde você iniciou sessão.',
    go: 'Continuar em {host}',
    loading: 'Carregando a conversa…',
    failed: 'Não foi possível carregar a conversa.',
    retry: 'Tentar de novo',
    signedOut: 'Entre para receber a nossa resposta.',
    signIn: 'Entrar',
    elsewhere: 'Respondemos em outra janela.',
    openElsewhere: 'Abrir o chat',
    empty: 'Pergunte o que quiser. A conversa fica guardada aqui.',
    online: 'Estamos on-line.',
    away: 'Não estamos on-line agora. Também respondemos por e-mail.',
    older: 'Mostrar mensagens anteriores',
    you: 'Você',
    us: 'Suporte',
    read: 'Lida',
    email: 'Endereço de e-mail',
    emailWrong: 'Este endereço de e-mail está incompleto.',
    letterSent: 'Enviado. Responderemos por e-mail.',
    text: 'Sua mensagem',
    send: 'Enviar',
    picture: 'Adicionar uma imagem',
    pictureFrom: 'Imagem de {name}, {time}',
    notSent: 'Não enviada. Tente de novo.',
    problems: {
      message_empty: 'Escreva uma mensagem.',
      too_many_requests: 'Mensagens demais. Espere um minuto e envie de novo.'
    },
    uploading: 'Enviando a imagem',
    ready: 'Sua imagem, pronta para enviar',
    remove: 'Remover a imagem',
    pictureProblems: {
      one_picture: 'Adicione uma imagem de cada vez.',
      chat_picture_not_taken: 'O arquivo não é uma imagem PNG, JPEG, GIF, WebP ou AVIF.',
      chat_picture_too_large: 'A imagem é maior que {size}.',
      chat_picture_unknown: 'O envio foi feito há mais de um dia. Tente de novo.',
      too_many_requests: 'Imagens demais. Espere alguns minutos e tente de novo.',
      failed: 'Não foi possível enviar a imagem. Tente de novo.'
    },
    close: 'Fechar'
  },
  login: {
    email: 'Endereço de e-mail',
    sendCode: 'Receber um código',
    code: 'Código de acesso',
    codeHelp: 'Maiúsculas, espaços e hifens não fazem diferença.',
    codeEmpty: 'Digite ou cole o código.',
    enter: 'Entrar',
    haveCode: 'Já tenho um código',
    byMail: 'Entrar por e-mail',
    lost: 'Não consegue entrar?',
    newHere: 'Novo por aqui? Crie uma conta',
    haveAccount: 'Tenho uma conta',
    agreeBoth:
      'Ao criar uma conta, você concorda com os [termos de serviço] e a [política de privacidade].',
    agreeTerms: 'Ao criar uma conta, você concorda com os [termos de serviço].',
    withoutMail: 'Continuar sem e-mail',
    emailWrong: 'Este endereço de e-mail está incompleto.',
    sentTo: 'Se houver uma conta com este endereço, enviamos um código para {email}.',
    sentToNew: 'Enviamos um código para {email}.',
    sentHelp: 'Ele vale por dez minutos, neste navegador.',
    again: 'Enviar outro código',
    againIn: 'Enviar outro código ({seconds} s)',
    create: 'Criar conta',
    proof: 'Verificando que você é uma pessoa',
    talk: 'Fale conosco',
    go: 'Continuar em {host}',
    handOff: 'Você entra lá, em uma nova janela, e depois volta para cá.',
    waiting: 'Esperando a outra janela…',
    blocked: 'Não foi possível abrir a janela. Permita pop-ups nesta página e tente de novo.',
    closed: 'A janela foi fechada antes de você entrar.',
    refused: 'Este site não tem permissão para iniciar a sua sessão.',
    failed: 'Não foi possível entrar. Tente de novo em instantes.',
    anonymousText:
      'Não perguntamos quem você é, por isso ninguém pode enviar um novo código. Se você o perder, a conta e o dinheiro dela estarão perdidos.',
    createAnonymous: 'Criar conta anônima',
    codeOnce: 'Este é o código da sua conta. Ele é mostrado uma única vez.',
    copy: 'Copiar',
    copied: 'Copiado',
    download: 'Salvar como arquivo',
    kept: 'Guardei o código em um lugar seguro',
    done: 'Concluir',
    notYet:
      'Guarde o código primeiro: copie, salve o arquivo ou marque a caixa. Sem o código, ninguém poderá abrir esta conta de novo.',
    passkey: 'Adicionar também uma chave de acesso',
    passkeyAdded: 'Chave de acesso adicionada. Você pode usá-la para entrar.',
    passkeyName: 'Chave de acesso de {date}',
    fileText: 'Código de conta do {site}. Qualquer pessoa com este código pode entrar:',
    passkeyWay: 'Usar uma chave de acesso',
    close: 'Fechar',
    titles: {
      GET_SIGN_IN_POPUP: {
        title: 'Entrar',
        description:
          'Sem senha. Enviamos um código por e-mail, ou você usa o código de conta que guardou.'
      },
      ENTER_ACCESS_POPUP: {
        title: 'Digite o código de acesso',
        description: 'O código de uma conta anônima ou o código de uso único de um e-mail.'
      },
      RESET_PASSWORD_POPUP: {
        title: 'Recuperar o acesso',
        description: 'Enviamos um código de uso único para o endereço da sua conta.'
      },
      CHECK_YOUR_EMAIL: { title: 'Confira o seu e-mail', description: '' },
      CREATE_ACCOUNT: {
        title: 'Criar conta',
        description: 'Uma conta para tudo: anuncie em outros sites e ganhe com os seus.'
      },
      ANONYMOUS_SIGN_UP: {
        title: 'Conta anônima',
        description:
          'Você recebe um código. Ele é a sua conta: qualquer pessoa com o código pode entrar.'
      },
      CONFIRM_AN_ACCOUNT: { title: 'Confirme a sua conta', description: '' }
    },
    failures: {
      unreachable: 'Não foi possível acessar o servidor. Verifique a conexão e tente de novo.',
      unreadable: 'Não foi possível ler a resposta do servidor. Tente de novo em instantes.',
      internal: 'Algo deu errado do nosso lado. Nada se perdeu. Tente de novo em instantes.',
      unavailable: 'O serviço não está disponível agora. Tente de novo em instantes.',
      too_many_requests: 'Tentativas demais. Espere alguns minutos e tente de novo.',
      access_code_wrong: 'Este código não está correto. Confira ou peça um novo.',
      access_code_expired: 'Este código expirou. Peça um novo.',
      other: 'Não funcionou. Confira o que você digitou e tente de novo.'
    }
  }
}
