import type * as english from '../en/account-emails.ts'
import { paragraphs } from '../paragraphs.ts'
import type { Translation } from '../translation.ts'

type Texts = Translation<typeof english>

const mails = {
  accessCode: ({ network, code, page, link }) => ({
    subject: `${code} 是您的 ${network} 访问码`,
    text: paragraphs(
      `您的访问码： ${code}`,
      `该访问码只能使用一次，10 分钟内在您申请它的浏览器中有效：\n${page}`,
      link && `您可以在任何浏览器中通过以下链接确认邮箱地址，一天内有效： ${link}`,
      '如果您没有申请此访问码，请忽略本邮件：没有访问码，任何人都无法登录。'
    )
  }),
  noAccount: ({ network, page }) => ({
    subject: `该邮箱地址没有 ${network} 账户`,
    text: paragraphs(
      `有人（可能是您本人）为此邮箱地址申请了 ${network} 访问码。该地址目前还没有账户。`,
      `您可以在这里创建账户： ${page}`,
      '如果不是您本人操作，请忽略本邮件。'
    )
  }),
  stepUpCode: ({ network, code }) => ({
    subject: `${code} 用于确认是您本人`,
    text: paragraphs(
      `您的验证码： ${code}`,
      `它用于确认您当前在 ${network} 进行的操作。只能使用一次，10 分钟内在您申请它的浏览器窗口中有效。`,
      '如果您没有申请此验证码，说明有其他人登录了您的账户。请在设置中结束该会话，并获取新的账户码。'
    )
  }),
  oldAddress: ({ link }) => ({
    subject: '请确认更改您的邮箱地址',
    text: paragraphs(
      `有人在登录您的账户后申请更改邮箱地址。如果是您本人操作，请在这里确认更改： ${link}`,
      '如果不是您本人操作，请不要使用该链接，您的地址就不会更改。请在设置中结束该会话，并获取新的账户码。'
    )
  }),
  newAddress: ({ network, link }) => ({
    subject: `请确认您 ${network} 账户的新邮箱地址`,
    text: paragraphs(
      `请确认这是您账户的新邮箱地址： ${link}`,
      '该链接一天内有效，需在已登录该账户的浏览器中打开。如果您没有提出此申请，请忽略本邮件：未经您确认，任何人都无法使用您的地址。'
    )
  }),
  takenAddress: ({ network }) => ({
    subject: `请确认您 ${network} 账户的新邮箱地址`,
    text: '有人想将此地址用于另一个账户。该地址已有账户，因此没有任何更改。如果是您本人操作，请使用此地址登录。'
  }),
  payoutAddress: it => ({
    subject: `您的 ${it.token} 提现有了新地址`,
    text: paragraphs(
      `从现在起，您的账户可以向以下地址发送 ${it.token}：`,
      it.address,
      it.usableFrom === null
        ? '这是您账户的第一个地址，因此提现会立即发出。'
        : `这是一个新地址，因此在 ${it.usableFrom} 之前不会向其发送任何款项。在此之前，您可以取消向该地址的提现。`,
      `您的提现： ${it.withdrawals}`,
      `如果不是您本人操作，请取消待处理的提现，然后结束其他会话，并获取新的账户码： ${it.settings}`
    )
  }),
  supportReply: ({ count, earlier, replies, page }) => ({
    subject: `您有 ${count} 条来自客服的新回复`,
    text: paragraphs(
      '您不在时，客服回复了您：',
      replies,
      earlier === 0 ? null : `  …… 以及 ${earlier} 条更早的回复。`,
      `在这里阅读和回复： ${page}`,
      '在您回来之前，只会收到一封这样的邮件。'
    )
  }),
  report: ({ name, days, billable, clicked, money, rows }) => ({
    subject: `报告：${name}`,
    text: paragraphs(
      `您的报告“${name}”（${days}，UTC）：`,
      [`计费展示：${billable}`, `点击：${clicked}`, money && `金额：${money}`]
        .filter(Boolean)
        .join('\n'),
      rows && `前几行（计费展示、点击、金额）：\n${rows}`,
      '登录后可在此页面查看完整报告：'
    )
  }),
  picture: '［图片］'
} satisfies Texts['mails']

const frame = {
  unsubscribe: ({ link }) => `退订此类邮件： ${link}`,
  repeatedMail: '您可能已经收到过本邮件：我们的服务器在发送过程中中断。',
  repeatedMessage: '（您可能已经收到过此消息。）',
  checkpoint: ({ lines, page }) =>
    paragraphs(
      `请保存以下三行：如果我们公开日志中的任何扣费在本邮件之后被更改，它们就是证据（ ${page} ）。`,
      lines
    )
} satisfies Texts['frame']

const bot = {
  linked: ({ network }) => `您将在这里收到 ${network} 通知。发送 /stop 可关闭通知。`,
  linkEnded: '该链接已失效。请在设置中获取新的链接。',
  stopped: '您将不再在这里收到通知。',
  unlinked: ({ page }) => `请在设置中关联您的账户： ${page}`
} satisfies Texts['bot']

export const texts = { mails, frame, bot }
