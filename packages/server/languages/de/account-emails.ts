import type * as english from '../en/account-emails.ts'
import { paragraphs } from '../paragraphs.ts'
import { plural } from '../plural.ts'
import type { Translation } from '../translation.ts'

type Texts = Translation<typeof english>

const mails = {
  accessCode: ({ network, code, page, link }) => ({
    subject: `${code} ist Ihr Zugangscode für ${network}`,
    text: paragraphs(
      `Ihr Zugangscode: ${code}`,
      `Er gilt einmal, 10 Minuten lang, in dem Browser, in dem Sie ihn angefordert haben:\n${page}`,
      link &&
        `Dieser Link bestätigt Ihre Adresse in jedem Browser. Er gilt einen Tag lang: ${link}`,
      'Wenn Sie diesen Code nicht angefordert haben, können Sie diese E-Mail ignorieren: Ohne den Code kann sich niemand anmelden.'
    )
  }),
  noAccount: ({ network, page }) => ({
    subject: `Zu dieser Adresse gibt es kein ${network}-Konto`,
    text: paragraphs(
      `Jemand, wahrscheinlich Sie, hat für diese Adresse einen Zugangscode für ${network} angefordert. Zu dieser Adresse gibt es noch kein Konto.`,
      `Hier können Sie eines anlegen: ${page}`,
      'Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren.'
    )
  }),
  stepUpCode: ({ network, code }) => ({
    subject: `${code} bestätigt, dass Sie es sind`,
    text: paragraphs(
      `Ihr Code: ${code}`,
      `Er bestätigt, was Sie gerade in ${network} tun. Er gilt einmal, 10 Minuten lang, in dem Browserfenster, in dem Sie ihn angefordert haben.`,
      'Wenn Sie diesen Code nicht angefordert haben, ist jemand anderes in Ihrem Konto angemeldet. Beenden Sie diese Sitzung in Ihren Einstellungen und fordern Sie einen neuen Kontocode an.'
    )
  }),
  oldAddress: ({ link }) => ({
    subject: 'Bestätigen Sie die Änderung Ihrer E-Mail-Adresse',
    text: paragraphs(
      `Jemand, der in Ihrem Konto angemeldet ist, möchte dessen E-Mail-Adresse ändern. Wenn Sie das waren, bestätigen Sie die Änderung hier: ${link}`,
      'Wenn Sie das nicht waren, verwenden Sie den Link nicht; Ihre Adresse ändert sich dann nicht. Beenden Sie die Sitzung in Ihren Einstellungen und fordern Sie einen neuen Kontocode an.'
    )
  }),
  newAddress: ({ network, link }) => ({
    subject: `Bestätigen Sie die neue E-Mail-Adresse Ihres ${network}-Kontos`,
    text: paragraphs(
      `Bestätigen Sie, dass dies die neue E-Mail-Adresse Ihres Kontos ist: ${link}`,
      'Der Link gilt einen Tag lang, in einem Browser, der in diesem Konto angemeldet ist. Wenn Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren: Ohne Ihre Bestätigung kann niemand Ihre Adresse verwenden.'
    )
  }),
  takenAddress: ({ network }) => ({
    subject: `Bestätigen Sie die neue E-Mail-Adresse Ihres ${network}-Kontos`,
    text: 'Jemand wollte diese Adresse für ein anderes Konto verwenden. Zu der Adresse gibt es bereits ein Konto, deshalb wurde nichts geändert. Wenn Sie das waren, melden Sie sich mit dieser Adresse an.'
  }),
  payoutAddress: it => ({
    subject: `Neue Adresse für Ihre Auszahlungen in ${it.token}`,
    text: paragraphs(
      `Ab jetzt kann Ihr Konto ${it.token} an diese Adresse senden:`,
      it.address,
      it.usableFrom === null
        ? 'Das ist die erste Adresse Ihres Kontos, deshalb werden Auszahlungen an sie sofort gesendet.'
        : `Die Adresse ist neu, deshalb wird vor diesem Zeitpunkt nichts an sie gesendet: ${it.usableFrom}. Bis dahin können Sie Auszahlungen an sie abbrechen.`,
      `Ihre Auszahlungen: ${it.withdrawals}`,
      `Wenn Sie das nicht waren, brechen Sie ausstehende Auszahlungen ab, beenden Sie dann die anderen Sitzungen und fordern Sie einen neuen Kontocode an: ${it.settings}`
    )
  }),
  supportReply: ({ count, earlier, replies, page }) => ({
    subject: plural('de', count, {
      one: 'Sie haben eine neue Antwort vom Support',
      other: `Sie haben ${count} neue Antworten vom Support`
    }),
    text: paragraphs(
      'Der Support hat geantwortet, während Sie nicht da waren:',
      replies,
      earlier === 0
        ? null
        : plural('de', earlier, {
            one: '  … und eine frühere Antwort.',
            other: `  … und ${earlier} frühere Antworten.`
          }),
      `Hier lesen und antworten: ${page}`,
      'Sie erhalten nur eine solche E-Mail, bis Sie wieder da sind.'
    )
  }),
  report: ({ name, days, billable, clicked, money, rows }) => ({
    subject: `Bericht: ${name}`,
    text: paragraphs(
      `Ihr Bericht ${name} für ${days} (UTC):`,
      [`Abgerechnete Einblendungen: ${billable}`, `Klicks: ${clicked}`, money && `Betrag: ${money}`]
        .filter(Boolean)
        .join('\n'),
      rows && `Die ersten Zeilen, mit abgerechneten Einblendungen, Klicks und Betrag:\n${rows}`,
      'Den ganzen Bericht sehen Sie nach der Anmeldung auf dieser Seite:'
    )
  }),
  picture: '[Ein Bild]'
} satisfies Texts['mails']

const frame = {
  unsubscribe: ({ link }) => `Diese E-Mails abbestellen: ${link}`,
  repeatedMail:
    'Möglicherweise haben Sie diese E-Mail schon erhalten: Unser Server ist beim Senden ausgefallen.',
  repeatedMessage: '(Möglicherweise haben Sie diese Nachricht schon erhalten.)',
  checkpoint: ({ lines, page }) =>
    paragraphs(
      `Bewahren Sie diese drei Zeilen auf: Mit ihnen lässt sich nachweisen, falls eine Belastung in unserem öffentlichen Protokoll nach dieser E-Mail verändert wird (${page}).`,
      lines
    )
} satisfies Texts['frame']

const bot = {
  linked: ({ network }) =>
    `Sie erhalten Ihre ${network}-Benachrichtigungen ab jetzt hier. Senden Sie /stop, um sie auszuschalten.`,
  linkEnded: 'Dieser Link gilt nicht mehr. In Ihren Einstellungen bekommen Sie einen neuen.',
  stopped: 'Sie erhalten hier keine Benachrichtigungen mehr.',
  unlinked: ({ page }) => `Verknüpfen Sie Ihr Konto in den Einstellungen: ${page}`
} satisfies Texts['bot']

export const texts = { mails, frame, bot }
