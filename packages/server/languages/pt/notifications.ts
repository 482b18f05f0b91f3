import type * as english from '../en/notifications.ts'
import type { Translation } from '../translation.ts'

type Texts = Translation<typeof english>

const notifications = {
  campaign_approved: ({ name }) => ({
    title: `Sua campanha “${name}” foi aprovada`,
    text: 'Ela começa assim que tiver saldo.'
  }),
  campaign_rejected: ({ name, reason }) => ({
    title: `Sua campanha “${name}” foi recusada`,
    text: `${reason}\n\nEdite a campanha para que ela seja analisada novamente.`
  }),
  campaign_page_changed: ({ name, reason, page }) => ({
    title: `Sua campanha “${name}” está sendo analisada novamente`,
    text: `${reason} A página agora é ${page}\n\nNenhum anúncio desta campanha será exibido até que um operador a analise.`
  }),
  campaign_out_of_funds: ({ name }) => ({
    title: `Sua campanha “${name}” ficou sem saldo`,
    text: 'Ela continua assim que você adicionar saldo.'
  }),
  campaign_low_funds: ({ name }) => ({
    title: `Sua campanha “${name}” está com pouco saldo`,
    text: 'O saldo restante vai durar menos de um dia.'
  }),
  account_low_funds: ({ money, need }) => ({
    title: 'Sua conta está com pouco saldo',
    text: `As campanhas abastecidas pela conta precisam de ${need} para um dia, e seu saldo é de ${money}. Faça um depósito para que elas continuem.`
  }),
  unit_verified: ({ name }) => ({
    title: `${name} foi verificado`,
    text: 'Os blocos de anúncios deste site já podem exibir anúncios e gerar ganhos.'
  }),
  unit_rejected: ({ name, reason }) => ({ title: `${name} foi recusado`, text: reason }),
  unit_unhealthy: ({ name, reason }) => ({
    title: `“${name}” precisa da sua atenção`,
    text: reason
  }),
  deposit_seen: ({ money, seen, required }) => ({
    title: `Um depósito de ${money} está pendente`,
    text: `Ele tem ${seen} de ${required} confirmações.`
  }),
  deposit_credited: ({ money }) => ({
    title: `Um depósito de ${money} foi creditado`,
    text: 'O dinheiro está no seu saldo.'
  }),
  deposit_reversed: ({ money }) => ({
    title: `O depósito de ${money} foi revertido`,
    text: 'A blockchain reverteu a transação. O valor será creditado de novo se ela voltar a ser confirmada.'
  }),
  withdrawal_sent: ({ money, reference }) => ({
    title: `Seu saque de ${money} foi enviado`,
    text: `A transação é ${reference}.`
  }),
  withdrawal_failed: ({ money, reason }) => ({
    title: `Seu saque de ${money} falhou`,
    text: `${reason}\n\nO dinheiro voltou para o seu saldo.`
  }),
  automatic_payout_failed: ({ money, reason, address }) => ({
    title: `Seu saque automático de ${money} falhou`,
    text: `Era para ${address}. ${reason}.\n\nO dinheiro está no seu saldo. Uma nova tentativa é feita uma vez por dia. Você não será avisado de novo enquanto continuar falhando.`
  }),
  earnings_held: ({ name, reason }) => ({
    title: `Os ganhos de “${name}” estão retidos`,
    text: `${reason}\n\nEles ficam no bloco de anúncios até que um operador decida.`
  }),
  earnings_released: ({ name }) => ({
    title: `Os ganhos de “${name}” foram liberados`,
    text: 'Eles ficam disponíveis como de costume.'
  }),
  earnings_taken_back: ({ name, money, reason }) => ({
    title: `${money} dos ganhos de “${name}” foram devolvidos aos anunciantes`,
    text: reason
  }),
  charge_returned: ({ money, reason }) => ({
    title: `${money} foram reembolsados ao seu saldo`,
    text: `O valor havia sido cobrado por visualizações que não deveriam ter contado: ${reason}`
  }),
  offer_approved: ({ name }) => ({
    title: `Sua oferta “${name}” foi aprovada`,
    text: 'Ela está no marketplace e já pode ser encomendada.'
  }),
  offer_rejected: ({ name, reason }) => ({
    title: `Sua oferta “${name}” foi recusada`,
    text: `${reason}\n\nEdite a oferta para que ela seja analisada novamente.`
  }),
  order_placed: ({ name }) => ({
    title: `Você recebeu um pedido de “${name}”`,
    text: 'Aceite ou recuse o pedido em até cinco dias.'
  }),
  order_accepted: ({ name }) => ({
    title: `Seu pedido de “${name}” foi aceito`,
    text: 'Você será avisado quando for publicado.'
  }),
  order_declined: ({ name, reason }) => ({
    title: `Seu pedido de “${name}” foi recusado`,
    text: `${reason}\n\nO dinheiro voltou para o seu saldo.`
  }),
  order_cancelled: ({ name }) => ({
    title: `O pedido de “${name}” foi cancelado`,
    text: 'O anunciante cancelou o pedido antes de você aceitar.'
  }),
  order_expired: ({ name }) => ({
    title: `O pedido de “${name}” expirou`,
    text: 'O publisher não respondeu ou não publicou a tempo. O dinheiro voltou para o saldo do anunciante.'
  }),
  order_published: ({ name }) => ({
    title: `“${name}” foi publicado`,
    text: 'Confira a publicação. Ela é confirmada automaticamente após sete dias.'
  }),
  order_link_lost: ({ name, target, page }) => ({
    title: `O link de “${name}” desapareceu`,
    text: `O link para ${target} não foi encontrado em ${page} por dois dias. Os pagamentos ficam suspensos até que ele volte, e o anunciante pode contestar o pedido. Se ele ainda faltar no último dia de pagamento, um operador decidirá.`
  }),
  order_link_back: ({ name }) => ({
    title: `O link de “${name}” voltou`,
    text: 'Os pagamentos continuam.'
  }),
  order_disputed: ({ name, reason }) => ({
    title: `O pedido de “${name}” foi contestado`,
    text: reason
  }),
  order_refunded: ({ name, reason }) => ({
    title: `O pedido de “${name}” foi reembolsado`,
    text: `${reason}\n\nA parte que não havia sido paga ao publisher voltou para o saldo do anunciante.`
  }),
  order_completed: ({ name }) => ({
    title: `O pedido de “${name}” foi concluído`,
    text: 'Obrigado.'
  }),
  new_sign_in: ({ browser }) => ({
    title: 'Novo acesso à sua conta',
    text: `Alguém entrou na sua conta com ${browser}. Se não foi você, encerre essa sessão e gere um novo código da conta.`
  }),
  account_suspended: ({ reason }) => ({
    title: 'Sua conta foi suspensa',
    text: `${reason}\n\nSeus anúncios e blocos de anúncios não são exibidos, e os saques ficam em espera. Você pode entrar, consultar tudo e escrever aos operadores no chat. Seu dinheiro não é afetado.`
  }),
  suspension_lifted: () => ({
    title: 'Sua conta não está mais suspensa',
    text: 'Suas campanhas e blocos de anúncios voltam a funcionar como antes, e os saques são pagos.'
  }),
  account_frozen: ({ reason }) => ({
    title: 'Os saques da sua conta estão congelados',
    text: `${reason}\n\nNenhum dinheiro sai da sua conta: os saques solicitados e os pagamentos automáticos ficam em espera, e você não pode solicitar novos saques nem fazer pedidos no mercado. Um saque já assinado ainda é enviado. Todo o resto continua, e seu dinheiro permanece na sua conta.`
  }),
  freeze_lifted: () => ({
    title: 'Os saques da sua conta não estão mais congelados',
    text: 'Os saques em espera são pagos, e os pagamentos automáticos continuam.'
  }),
  account_viewed: ({ reason }) => ({
    title: 'Um operador viu sua conta',
    text: `${reason}\n\nEle viu o que você vê por no máximo 30 minutos e não podia alterar nada.`
  }),
  member_invited: ({ account }) => ({
    title: `${account} convidou você para ver a conta`,
    text: 'Você veria o que essa conta vê e não poderia alterar nada. Aceite ou recuse o convite nas suas configurações, em “Team”.'
  }),
  member_accepted: ({ member }) => ({
    title: `${member} aceitou o seu convite`,
    text: 'Essa pessoa agora pode ver a sua conta, sem alterar nada. Você pode removê-la nas suas configurações, em “Team”.'
  }),
  announcement: ({ header, content }) => ({ title: header, text: content })
} satisfies Texts['notifications']

const causes = {
  no_requests:
    'Há um dia nenhuma página mostra anúncios deste bloco. Verifique se o código ainda está na sua página e se nela aparecem anúncios.',
  never_in_view:
    'Anúncios são solicitados para este bloco, mas nenhum ficou visível por um segundo no último dia. Verifique onde o bloco aparece na sua página.',
  unusual_views:
    'As visualizações deste bloco de anúncios são diferentes das de outros blocos, por isso um operador vai analisá-las antes do pagamento. Você não precisa fazer nada. Se souber o motivo, como uma promoção ou uma mudança na página, conte para nós no chat.',
  own_address: 'O endereço pertence à própria rede',
  invoice_expired: 'A fatura expirou antes de ser paga',
  no_way: 'Nenhum pagamento da fatura chegou ao destino',
  address_unpayable: 'Não foi possível obter uma nova fatura do endereço Lightning',
  page_host: 'O link agora leva a um site diferente do que foi aprovado.',
  page_text: 'A página do link agora tem um texto diferente do que foi aprovado.',
  page_refresh: 'A página do link agora redireciona os visitantes para outro site.',
  page_script: 'Um script na página do link agora envia os visitantes para outro site.',
  page_frame: 'A página do link agora mostra outro site em um quadro.',
  page_agent: 'A página do link leva navegadores diferentes a sites diferentes.',
  link_missing: ({ day }) => `O link está ausente da publicação desde ${day}.`
} satisfies Texts['causes']

const browsers = {
  browserOn: ({ browser, system }) => `${browser} no ${system}`,
  unknown: 'um navegador desconhecido'
} satisfies Texts['browsers']

export const texts = { notifications, causes, browsers }
