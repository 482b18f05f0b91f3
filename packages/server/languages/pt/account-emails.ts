import type * as english from '../en/account-emails.ts'
import { paragraphs } from '../paragraphs.ts'
import { plural } from '../plural.ts'
import type { Translation } from '../translation.ts'

type Texts = Translation<typeof english>

const mails = {
  accessCode: ({ network, code, page, link }) => ({
    subject: `${code} é o seu código de acesso ao ${network}`,
    text: paragraphs(
      `Seu código de acesso: ${code}`,
      `Ele vale uma única vez, por 10 minutos, no navegador em que você o solicitou:\n${page}`,
      link && `Este link confirma seu endereço em qualquer navegador. Ele vale por um dia: ${link}`,
      'Se você não solicitou este código, pode ignorar este e-mail: ninguém consegue entrar sem o código.'
    )
  }),
  noAccount: ({ network, page }) => ({
    subject: `Não há nenhuma conta do ${network} com este endereço`,
    text: paragraphs(
      `Alguém, provavelmente você, solicitou um código de acesso ao ${network} para este endereço. Ainda não há uma conta com ele.`,
      `Você pode criar uma aqui: ${page}`,
      'Se não foi você, pode ignorar este e-mail.'
    )
  }),
  stepUpCode: ({ network, code }) => ({
    subject: `${code} confirma que é você`,
    text: paragraphs(
      `Seu código: ${code}`,
      `Ele confirma o que você está fazendo agora no ${network}. Vale uma única vez, por 10 minutos, na janela do navegador em que você o solicitou.`,
      'Se você não solicitou este código, outra pessoa está conectada à sua conta. Encerre essa sessão nas configurações e gere um novo código da conta.'
    )
  }),
  oldAddress: ({ link }) => ({
    subject: 'Confirme a mudança do seu endereço de e-mail',
    text: paragraphs(
      `Alguém conectado à sua conta pediu para mudar o endereço de e-mail dela. Se foi você, confirme a mudança aqui: ${link}`,
      'Se não foi você, não use o link e o seu endereço não mudará. Encerre a sessão nas configurações e gere um novo código da conta.'
    )
  }),
  newAddress: ({ network, link }) => ({
    subject: `Confirme o novo endereço de e-mail da sua conta do ${network}`,
    text: paragraphs(
      `Confirme que este é o novo endereço de e-mail da sua conta: ${link}`,
      'O link vale por um dia, em um navegador conectado a essa conta. Se você não pediu isso, pode ignorar este e-mail: ninguém pode usar seu endereço sem a sua confirmação.'
    )
  }),
  takenAddress: ({ network }) => ({
    subject: `Confirme o novo endereço de e-mail da sua conta do ${network}`,
    text: 'Alguém quis usar este endereço em outra conta. O endereço já tem uma conta, por isso nada foi alterado. Se foi você, entre com este endereço.'
  }),
  payoutAddress: it => ({
    subject: `Novo endereço para os seus saques em ${it.token}`,
    text: paragraphs(
      `A partir de agora, sua conta pode enviar ${it.token} para este endereço:`,
      it.address,
      it.usableFrom === null
        ? 'Este é o primeiro endereço da sua conta, por isso os saques para ele são enviados imediatamente.'
        : `Este endereço é novo, por isso nada é enviado para ele antes deste momento: ${it.usableFrom}. Até lá, você pode cancelar os saques para ele.`,
      `Seus saques: ${it.withdrawals}`,
      `Se não foi você, cancele os saques pendentes, encerre as outras sessões e gere um novo código da conta: ${it.settings}`
    )
  }),
  supportReply: ({ count, earlier, replies, page }) => ({
    subject: plural('pt', count, {
      one: 'Você tem uma nova resposta do suporte',
      other: `Você tem ${count} novas respostas do suporte`
    }),
    text: paragraphs(
      'O suporte respondeu enquanto você estava ausente:',
      replies,
      earlier === 0
        ? null
        : plural('pt', earlier, {
            one: '  … e uma resposta anterior.',
            other: `  … e ${earlier} respostas anteriores.`
          }),
      `Leia e responda aqui: ${page}`,
      'Você recebe apenas um e-mail como este até voltar.'
    )
  }),
  report: ({ name, days, billable, clicked, money, rows }) => ({
    subject: `Relatório: ${name}`,
    text: paragraphs(
      `Seu relatório ${name}, de ${days} (UTC):`,
      [`Impressões faturáveis: ${billable}`, `Cliques: ${clicked}`, money && `Valor: ${money}`]
        .filter(Boolean)
        .join('\n'),
      rows && `As primeiras linhas, com impressões faturáveis, cliques e valor:\n${rows}`,
      'O relatório completo está nesta página, depois de entrar na conta:'
    )
  }),
  picture: '[Uma imagem]'
} satisfies Texts['mails']

const frame = {
  unsubscribe: ({ link }) => `Deixar de receber estes e-mails: ${link}`,
  repeatedMail: 'Talvez você já tenha recebido este e-mail: nosso servidor parou durante o envio.',
  repeatedMessage: '(Talvez você já tenha recebido esta mensagem.)',
  checkpoint: ({ lines, page }) =>
    paragraphs(
      `Guarde estas três linhas: elas servem de prova se alguma cobrança do nosso registro público for alterada depois deste e-mail (${page}).`,
      lines
    )
} satisfies Texts['frame']

const bot = {
  linked: ({ network }) =>
    `Você receberá aqui as suas notificações do ${network}. Envie /stop para desativá-las.`,
  linkEnded: 'Este link não é mais válido. Gere um novo nas configurações.',
  stopped: 'Você não receberá mais notificações aqui.',
  unlinked: ({ page }) => `Vincule sua conta nas configurações: ${page}`
} satisfies Texts['bot']

export const texts = { mails, frame, bot }
