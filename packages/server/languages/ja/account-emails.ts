import type * as english from '../en/account-emails.ts'
import { paragraphs } from '../paragraphs.ts'
import type { Translation } from '../translation.ts'

type Texts = Translation<typeof english>

const mails = {
  accessCode: ({ network, code, page, link }) => ({
    subject: `${network} のアクセスコード：${code}`,
    text: paragraphs(
      `アクセスコード： ${code}`,
      `このコードは、リクエストしたブラウザで10分間、1回だけ使えます：\n${page}`,
      link &&
        `次のリンクを開くと、どのブラウザでもメールアドレスを確認できます。1日間有効です： ${link}`,
      'このコードをリクエストしていない場合は、このメールを無視してください。コードがなければ誰もログインできません。'
    )
  }),
  noAccount: ({ network, page }) => ({
    subject: `このメールアドレスの ${network} アカウントはありません`,
    text: paragraphs(
      `このメールアドレスに対して、${network} のアクセスコードがリクエストされました。このメールアドレスのアカウントはまだありません。`,
      `アカウントはこちらで作成できます： ${page}`,
      'お心当たりがない場合は、このメールを無視してください。'
    )
  }),
  stepUpCode: ({ network, code }) => ({
    subject: `${code}：ご本人確認のコード`,
    text: paragraphs(
      `コード： ${code}`,
      `現在 ${network} で行っている操作の確認に使うコードです。リクエストしたブラウザの画面で10分間、1回だけ使えます。`,
      'このコードをリクエストしていない場合は、ほかの誰かがアカウントにログインしています。設定でそのセッションを終了し、新しいアカウントコードを取得してください。'
    )
  }),
  oldAddress: ({ link }) => ({
    subject: 'メールアドレスの変更をご確認ください',
    text: paragraphs(
      `アカウントにログインしている人が、メールアドレスの変更をリクエストしました。ご本人の場合は、こちらで変更を確認してください： ${link}`,
      'お心当たりがない場合は、リンクを使用しないでください。メールアドレスは変更されません。設定でそのセッションを終了し、新しいアカウントコードを取得してください。'
    )
  }),
  newAddress: ({ network, link }) => ({
    subject: `${network} アカウントの新しいメールアドレスをご確認ください`,
    text: paragraphs(
      `これがアカウントの新しいメールアドレスであることを確認してください： ${link}`,
      'リンクは、そのアカウントにログインしているブラウザで1日間有効です。お心当たりがない場合は、このメールを無視してください。ご本人の確認なしに、このメールアドレスが使われることはありません。'
    )
  }),
  takenAddress: ({ network }) => ({
    subject: `${network} アカウントの新しいメールアドレスをご確認ください`,
    text: 'このメールアドレスを別のアカウントで使うリクエストがありました。このメールアドレスにはすでにアカウントがあるため、何も変更されていません。ご本人の場合は、このメールアドレスでログインしてください。'
  }),
  payoutAddress: it => ({
    subject: `${it.token} の新しい出金先アドレス`,
    text: paragraphs(
      `今後、アカウントから次のアドレスに ${it.token} を送金できます：`,
      it.address,
      it.usableFrom === null
        ? 'アカウントの最初のアドレスのため、出金はすぐに送金されます。'
        : `新しいアドレスのため、${it.usableFrom} までは送金されません。それまでは、このアドレスへの出金をキャンセルできます。`,
      `出金の一覧： ${it.withdrawals}`,
      `お心当たりがない場合は、未処理の出金をキャンセルし、ほかのセッションを終了して、新しいアカウントコードを取得してください： ${it.settings}`
    )
  }),
  supportReply: ({ count, earlier, replies, page }) => ({
    subject: `サポートから新しい返信が${count}件あります`,
    text: paragraphs(
      'ご不在の間に、サポートから返信がありました：',
      replies,
      earlier === 0 ? null : `  …ほか、以前の返信が${earlier}件あります。`,
      `こちらでお読みになり、返信できます： ${page}`,
      '次にお越しになるまで、このようなメールは1通だけお送りします。'
    )
  }),
  report: ({ name, days, billable, clicked, money, rows }) => ({
    subject: `レポート：${name}`,
    text: paragraphs(
      `レポート「${name}」（${days}、UTC）：`,
      [`課金対象のインプレッション：${billable}`, `クリック：${clicked}`, money && `金額：${money}`]
        .filter(Boolean)
        .join('\n'),
      rows && `最初の行（課金対象のインプレッション、クリック、金額）：\n${rows}`,
      'レポート全体は、サインイン後にこのページでご覧いただけます：'
    )
  }),
  picture: '［画像］'
} satisfies Texts['mails']

const frame = {
  unsubscribe: ({ link }) => `このようなメールの配信を停止： ${link}`,
  repeatedMail: '送信中にサーバーが停止したため、このメールはすでに届いている可能性があります。',
  repeatedMessage: '（このメッセージはすでに届いている可能性があります。）',
  checkpoint: ({ lines, page }) =>
    paragraphs(
      `次の3行を保管してください。このメールの後に公開ログの請求が変更された場合、その証拠になります（ ${page} ）。`,
      lines
    )
} satisfies Texts['frame']

const bot = {
  linked: ({ network }) =>
    `今後、${network} の通知をここにお届けします。停止するには /stop を送信してください。`,
  linkEnded: 'このリンクは無効になりました。設定で新しいリンクを取得してください。',
  stopped: '今後、ここに通知は届きません。',
  unlinked: ({ page }) => `設定でアカウントを連携してください： ${page}`
} satisfies Texts['bot']

export const texts = { mails, frame, bot }
