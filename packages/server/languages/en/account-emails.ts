import { paragraphs } from '../paragraphs.ts'
import { plural } from '../plural.ts'

/** Emails to a person about their own account. Codes, links and moments are already formatted. */
export const mails = {
  accessCode: ({ network, code, page, link }: AccessCode) => ({
    subject: `${code} is your ${network} access code`,
    text: paragraphs(
      `Your access code: ${code}`,
      `It works once, for 10 minutes, in the browser where you requested it:\n${page}`,
      link && `This link confirms your address in any browser. It works for one day: ${link}`,
      'If you did not request this code, you can ignore this email: no one can sign in without the code.'
    )
  }),
  noAccount: ({ network, page }: { network: string; page: string }) => ({
    subject: `There is no ${network} account with this address`,
    text: paragraphs(
      `Someone, probably you, requested a ${network} access code for this address. There is no account for this address yet.`,
      `You can create one here: ${page}`,
      'If this was not you, you can ignore this email.'
    )
  }),
  stepUpCode: ({ network, code }: { network: string; code: string }) => ({
    subject: `${code} confirms that it is you`,
    text: paragraphs(
      `Your code: ${code}`,
      `It confirms what you are doing in ${network} right now. It works once, for 10 minutes, in the browser window where you requested it.`,
      'If you did not request this code, someone else is signed in to your account. Revoke that session in your settings and get a new account code.'
    )
  }),
  oldAddress: ({ link }: { link: string }) => ({
    subject: 'Confirm the change of your email address',
    text: paragraphs(
      `Someone who is signed in to your account asked to change its email address. If this was you, confirm the change here: ${link}`,
      'If this was not you, do not use the link, and your address will not change. Revoke the session in your settings and get a new account code.'
    )
  }),
  newAddress: ({ network, link }: { network: string; link: string }) => ({
    subject: `Confirm the new email address of your ${network} account`,
    text: paragraphs(
      `Confirm that this is the new email address of your account: ${link}`,
      'The link works for one day, in a browser that is signed in to that account. If you did not request this, you can ignore this email: no one can use your address without your confirmation.'
    )
  }),
  takenAddress: ({ network }: { network: string }) => ({
    subject: `Confirm the new email address of your ${network} account`,
    text: 'Someone asked to use this address for another account. The address already has an account, so nothing was changed. If this was you, sign in with this address.'
  }),
  payoutAddress: (it: PayoutAddress) => ({
    subject: `New address for your withdrawals in ${it.token}`,
    text: paragraphs(
      `From now on your account can send ${it.token} to this address:`,
      it.address,
      it.usableFrom === null
        ? 'This is the first address of your account, so withdrawals to it are sent immediately.'
        : `This address is new, so nothing is sent to it before ${it.usableFrom}. Until then, you can cancel withdrawals to it.`,
      `Your withdrawals: ${it.withdrawals}`,
      `If this was not you, cancel pending withdrawals, then revoke the other sessions and get a new account code: ${it.settings}`
    )
  }),
  supportReply: ({ count, earlier, replies, page }: SupportReply) => ({
    subject: plural('en', count, {
      one: 'You have a new reply from support',
      other: `You have ${count} new replies from support`
    }),
    text: paragraphs(
      'Support replied while you were away:',
      replies,
      earlier === 0 ? null : `  … and ${earlier} earlier ones.`,
      `Read and reply here: ${page}`,
      'You receive only one email like this until you come back.'
    )
  }),
  report: ({ name, days, billable, clicked, money, rows }: Report) => ({
    subject: `Report: ${name}`,
    text: paragraphs(
      `Your report ${name}, for ${days} (UTC):`,
      [`Billable views: ${billable}`, `Clicks: ${clicked}`, money && `Amount: ${money}`]
        .filter(Boolean)
        .join('\n'),
      rows && `The first rows, with billable views, clicks, and amount:\n${rows}`,
      'The whole report is on this page, once you have signed in:'
    )
  }),
  picture: '[A picture]'
}

type AccessCode = { network: string; code: string; page: string; link: string | null }
type PayoutAddress = {
  token: string
  address: string
  /** Moment from which money is sent to the address; null if immediately. */
  usableFrom: string | null
  withdrawals: string
  settings: string
}
type Report = {
  name: string
  days: string
  billable: string
  clicked: string
  /** Amount spent; null for a report about banners, which has no amounts. */
  money: string | null
  rows: string | null
}
type SupportReply = { count: number; earlier: number; replies: string; page: string }

/** Texts that follow the text of a notification. */
export const frame = {
  unsubscribe: ({ link }: { link: string }) => `Unsubscribe from these emails: ${link}`,
  repeatedMail: 'You may have received this email before: our server stopped while sending it.',
  repeatedMessage: '(You may have received this before.)',
  checkpoint: ({ lines, page }: { lines: string; page: string }) =>
    paragraphs(
      `Keep these three lines: they prove it if a charge in our public log is ever changed after this email (${page}).`,
      lines
    )
}

/** The bot's replies in Telegram. */
export const bot = {
  linked: ({ network }: { network: string }) =>
    `You will receive your ${network} notifications here. Send /stop to turn them off.`,
  linkEnded: 'This link is no longer valid. Get a new one in your settings.',
  stopped: 'You will no longer receive notifications here.',
  unlinked: ({ page }: { page: string }) => `Link your account in your settings: ${page}`
}
