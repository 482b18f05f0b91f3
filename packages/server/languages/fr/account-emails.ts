import type * as english from '../en/account-emails.ts'
import { paragraphs } from '../paragraphs.ts'
import { plural } from '../plural.ts'
import type { Translation } from '../translation.ts'

type Texts = Translation<typeof english>

const mails = {
  accessCode: ({ network, code, page, link }) => ({
    subject: `${code} est votre code d’accès à ${network}`,
    text: paragraphs(
      `Votre code d’accès : ${code}`,
      `Il est valable une fois, pendant 10 minutes, dans le navigateur où vous l’avez demandé :\n${page}`,
      link &&
        `Ce lien confirme votre adresse dans n’importe quel navigateur. Il est valable un jour : ${link}`,
      'Si vous n’avez pas demandé ce code, vous pouvez ignorer cet e-mail : personne ne peut se connecter sans le code.'
    )
  }),
  noAccount: ({ network, page }) => ({
    subject: `Aucun compte ${network} n’existe pour cette adresse`,
    text: paragraphs(
      `Quelqu’un, probablement vous, a demandé un code d’accès à ${network} pour cette adresse. Aucun compte n’existe encore pour elle.`,
      `Vous pouvez en créer un ici : ${page}`,
      'Si ce n’était pas vous, vous pouvez ignorer cet e-mail.'
    )
  }),
  stepUpCode: ({ network, code }) => ({
    subject: `${code} confirme que c’est bien vous`,
    text: paragraphs(
      `Votre code : ${code}`,
      `Il confirme ce que vous êtes en train de faire dans ${network}. Il est valable une fois, pendant 10 minutes, dans la fenêtre du navigateur où vous l’avez demandé.`,
      'Si vous n’avez pas demandé ce code, quelqu’un d’autre est connecté à votre compte. Fermez cette session dans vos paramètres et demandez un nouveau code de compte.'
    )
  }),
  oldAddress: ({ link }) => ({
    subject: 'Confirmez le changement de votre adresse e-mail',
    text: paragraphs(
      `Quelqu’un qui est connecté à votre compte a demandé à en changer l’adresse e-mail. Si c’était vous, confirmez le changement ici : ${link}`,
      'Si ce n’était pas vous, n’utilisez pas le lien : votre adresse ne changera pas. Fermez la session dans vos paramètres et demandez un nouveau code de compte.'
    )
  }),
  newAddress: ({ network, link }) => ({
    subject: `Confirmez la nouvelle adresse e-mail de votre compte ${network}`,
    text: paragraphs(
      `Confirmez que ceci est la nouvelle adresse e-mail de votre compte : ${link}`,
      'Le lien est valable un jour, dans un navigateur connecté à ce compte. Si vous n’avez rien demandé, vous pouvez ignorer cet e-mail : personne ne peut utiliser votre adresse sans votre confirmation.'
    )
  }),
  takenAddress: ({ network }) => ({
    subject: `Confirmez la nouvelle adresse e-mail de votre compte ${network}`,
    text: 'Quelqu’un a voulu utiliser cette adresse pour un autre compte. Un compte existe déjà pour cette adresse, rien n’a donc été changé. Si c’était vous, connectez-vous avec cette adresse.'
  }),
  payoutAddress: it => ({
    subject: `Nouvelle adresse pour vos retraits en ${it.token}`,
    text: paragraphs(
      `Désormais, votre compte peut envoyer des ${it.token} à cette adresse :`,
      it.address,
      it.usableFrom === null
        ? 'C’est la première adresse de votre compte : les retraits y sont envoyés immédiatement.'
        : `Cette adresse est nouvelle : rien n’y est envoyé avant cette date : ${it.usableFrom}. D’ici là, vous pouvez annuler les retraits vers cette adresse.`,
      `Vos retraits : ${it.withdrawals}`,
      `Si ce n’était pas vous, annulez les retraits en attente, fermez les autres sessions et demandez un nouveau code de compte : ${it.settings}`
    )
  }),
  supportReply: ({ count, earlier, replies, page }) => ({
    subject: plural('fr', count, {
      one: 'Vous avez une nouvelle réponse de l’assistance',
      other: `Vous avez ${count} nouvelles réponses de l’assistance`
    }),
    text: paragraphs(
      'L’assistance a répondu pendant votre absence :',
      replies,
      earlier === 0
        ? null
        : plural('fr', earlier, {
            one: '  … et une réponse plus ancienne.',
            other: `  … et ${earlier} réponses plus anciennes.`
          }),
      `Lisez et répondez ici : ${page}`,
      'Vous ne recevez qu’un seul e-mail de ce type jusqu’à votre retour.'
    )
  }),
  report: ({ name, days, billable, clicked, money, rows }) => ({
    subject: `Rapport : ${name}`,
    text: paragraphs(
      `Votre rapport ${name}, pour ${days} (UTC) :`,
      [`Impressions facturables : ${billable}`, `Clics : ${clicked}`, money && `Montant : ${money}`]
        .filter(Boolean)
        .join('\n'),
      rows && `Les premières lignes, avec impressions facturables, clics et montant :\n${rows}`,
      'Le rapport complet est sur cette page, une fois que vous êtes connecté :'
    )
  }),
  picture: '[Une image]'
} satisfies Texts['mails']

const frame = {
  unsubscribe: ({ link }) => `Se désabonner de ces e-mails : ${link}`,
  repeatedMail:
    'Vous avez peut-être déjà reçu cet e-mail : notre serveur s’est arrêté pendant l’envoi.',
  repeatedMessage: '(Vous avez peut-être déjà reçu ce message.)',
  checkpoint: ({ lines, page }) =>
    paragraphs(
      `Conservez ces trois lignes : elles servent de preuve si un débit de notre journal public est modifié après cet e-mail (${page}).`,
      lines
    )
} satisfies Texts['frame']

const bot = {
  linked: ({ network }) =>
    `Vous recevrez ici vos notifications ${network}. Envoyez /stop pour les désactiver.`,
  linkEnded: 'Ce lien n’est plus valable. Vous en trouverez un nouveau dans vos paramètres.',
  stopped: 'Vous ne recevrez plus de notifications ici.',
  unlinked: ({ page }) => `Associez votre compte dans vos paramètres : ${page}`
} satisfies Texts['bot']

export const texts = { mails, frame, bot }
