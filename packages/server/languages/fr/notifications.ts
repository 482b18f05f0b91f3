import type * as english from '../en/notifications.ts'
import type { Translation } from '../translation.ts'

type Texts = Translation<typeof english>

const notifications = {
  campaign_approved: ({ name }) => ({
    title: `Votre campagne « ${name} » a été approuvée`,
    text: 'Elle démarrera dès qu’elle sera approvisionnée.'
  }),
  campaign_rejected: ({ name, reason }) => ({
    title: `Votre campagne « ${name} » a été refusée`,
    text: `${reason}\n\nModifiez-la pour qu’elle soit examinée à nouveau.`
  }),
  campaign_page_changed: ({ name, reason, page }) => ({
    title: `Votre campagne « ${name} » est de nouveau en cours d’examen`,
    text: `${reason} La page est maintenant ${page}\n\nAucune annonce de cette campagne n’est affichée tant qu’un opérateur ne l’a pas examinée.`
  }),
  campaign_out_of_funds: ({ name }) => ({
    title: `Votre campagne « ${name} » n’a plus de fonds`,
    text: 'Elle reprendra dès que vous l’aurez approvisionnée.'
  }),
  campaign_low_funds: ({ name }) => ({
    title: `Votre campagne « ${name} » n’a presque plus de fonds`,
    text: 'Les fonds restants dureront moins d’un jour.'
  }),
  account_low_funds: ({ money, need }) => ({
    title: 'Votre compte n’a presque plus de fonds',
    text: `Les campagnes approvisionnées depuis votre compte ont besoin de ${need} pour un jour, et votre solde est de ${money}. Faites un dépôt pour qu’elles continuent.`
  }),
  unit_verified: ({ name }) => ({
    title: `${name} a été vérifié`,
    text: 'Les emplacements publicitaires de ce site peuvent désormais afficher des annonces et générer des revenus.'
  }),
  unit_rejected: ({ name, reason }) => ({ title: `${name} a été refusé`, text: reason }),
  unit_unhealthy: ({ name, reason }) => ({
    title: `« ${name} » demande votre attention`,
    text: reason
  }),
  deposit_seen: ({ money, seen, required }) => ({
    title: `Un dépôt de ${money} est en attente`,
    text: `Il a ${seen} confirmations sur ${required}.`
  }),
  deposit_credited: ({ money }) => ({
    title: `Un dépôt de ${money} a été crédité`,
    text: 'L’argent est sur votre solde.'
  }),
  deposit_reversed: ({ money }) => ({
    title: `Le dépôt de ${money} a été annulé`,
    text: 'La blockchain a annulé la transaction. Le montant sera de nouveau crédité si elle est confirmée à nouveau.'
  }),
  withdrawal_sent: ({ money, reference }) => ({
    title: `Votre retrait de ${money} a été envoyé`,
    text: `La transaction est ${reference}.`
  }),
  withdrawal_failed: ({ money, reason }) => ({
    title: `Votre retrait de ${money} a échoué`,
    text: `${reason}\n\nL’argent est de retour sur votre solde.`
  }),
  automatic_payout_failed: ({ money, reason, address }) => ({
    title: `Votre retrait automatique de ${money} a échoué`,
    text: `Il était destiné à ${address}. ${reason}.\n\nL’argent est sur votre solde. Une nouvelle tentative a lieu une fois par jour. Vous ne serez pas averti à nouveau tant que l’échec persiste.`
  }),
  earnings_held: ({ name, reason }) => ({
    title: `Les revenus de « ${name} » sont retenus`,
    text: `${reason}\n\nIls restent dans l’emplacement publicitaire jusqu’à la décision d’un opérateur.`
  }),
  earnings_released: ({ name }) => ({
    title: `Les revenus de « ${name} » ont été débloqués`,
    text: 'Ils seront disponibles comme d’habitude.'
  }),
  earnings_taken_back: ({ name, money, reason }) => ({
    title: `${money} des revenus de « ${name} » ont été rendus aux annonceurs`,
    text: reason
  }),
  charge_returned: ({ money, reason }) => ({
    title: `${money} ont été remboursés sur votre solde`,
    text: `Ce montant avait été facturé pour des affichages qui n’auraient pas dû compter : ${reason}`
  }),
  offer_approved: ({ name }) => ({
    title: `Votre offre « ${name} » a été approuvée`,
    text: 'Elle est sur la place de marché et peut être commandée.'
  }),
  offer_rejected: ({ name, reason }) => ({
    title: `Votre offre « ${name} » a été refusée`,
    text: `${reason}\n\nModifiez-la pour qu’elle soit examinée à nouveau.`
  }),
  order_placed: ({ name }) => ({
    title: `« ${name} » a été commandé`,
    text: 'Acceptez ou refusez la commande dans les cinq jours.'
  }),
  order_accepted: ({ name }) => ({
    title: `Votre commande « ${name} » a été acceptée`,
    text: 'Vous serez informé de la publication.'
  }),
  order_declined: ({ name, reason }) => ({
    title: `Votre commande « ${name} » a été refusée`,
    text: `${reason}\n\nL’argent est de retour sur votre solde.`
  }),
  order_cancelled: ({ name }) => ({
    title: `La commande « ${name} » a été annulée`,
    text: 'L’annonceur a annulé la commande avant que vous ne l’acceptiez.'
  }),
  order_expired: ({ name }) => ({
    title: `La commande « ${name} » a expiré`,
    text: 'L’éditeur n’a pas répondu ou n’a pas publié à temps. L’argent est de retour sur le solde de l’annonceur.'
  }),
  order_published: ({ name }) => ({
    title: `« ${name} » a été publié`,
    text: 'Vérifiez la publication. Elle sera confirmée automatiquement après sept jours.'
  }),
  order_link_lost: ({ name, target, page }) => ({
    title: `Le lien de « ${name} » a disparu`,
    text: `Le lien vers ${target} manquait sur ${page} pendant deux jours. Les paiements sont suspendus jusqu’à son retour, et l’annonceur peut contester la commande. S’il manque encore le dernier jour de paiement, un opérateur tranchera.`
  }),
  order_link_back: ({ name }) => ({
    title: `Le lien de « ${name} » est de retour`,
    text: 'Les paiements reprennent.'
  }),
  order_disputed: ({ name, reason }) => ({
    title: `La commande « ${name} » est contestée`,
    text: reason
  }),
  order_refunded: ({ name, reason }) => ({
    title: `La commande « ${name} » a été remboursée`,
    text: `${reason}\n\nLa part qui n’avait pas été versée à l’éditeur est de retour sur le solde de l’annonceur.`
  }),
  order_completed: ({ name }) => ({
    title: `La commande « ${name} » est terminée`,
    text: 'Merci.'
  }),
  new_sign_in: ({ browser }) => ({
    title: 'Nouvelle connexion à votre compte',
    text: `Quelqu’un s’est connecté avec ${browser}. Si ce n’était pas vous, fermez cette session et demandez un nouveau code de compte.`
  }),
  account_suspended: ({ reason }) => ({
    title: 'Votre compte a été suspendu',
    text: `${reason}\n\nVos annonces et vos emplacements publicitaires ne sont plus affichés, et les retraits sont en attente. Vous pouvez vous connecter, tout consulter et écrire aux opérateurs dans le chat. Votre argent n’est pas affecté.`
  }),
  suspension_lifted: () => ({
    title: 'Votre compte n’est plus suspendu',
    text: 'Vos campagnes et vos emplacements publicitaires fonctionnent à nouveau comme avant, et les retraits sont payés.'
  }),
  account_frozen: ({ reason }) => ({
    title: 'Les retraits de votre compte sont gelés',
    text: `${reason}\n\nAucun argent ne quitte votre compte : les retraits demandés et les versements automatiques sont en attente, et vous ne pouvez ni demander de nouveaux retraits ni passer de commandes sur la place de marché. Un retrait déjà signé est tout de même envoyé. Tout le reste continue, et votre argent reste sur votre compte.`
  }),
  freeze_lifted: () => ({
    title: 'Les retraits de votre compte ne sont plus gelés',
    text: 'Les retraits en attente sont payés, et les versements automatiques reprennent.'
  }),
  account_viewed: ({ reason }) => ({
    title: 'Un opérateur a consulté votre compte',
    text: `${reason}\n\nIl a vu ce que vous voyez pendant 30 minutes au plus et ne pouvait rien modifier.`
  }),
  member_invited: ({ account }) => ({
    title: `${account} vous invite à voir son compte`,
    text: 'Vous verriez ce que voit ce compte, sans rien pouvoir modifier. Acceptez ou refusez l’invitation dans vos paramètres, sous « Team ».'
  }),
  member_accepted: ({ member }) => ({
    title: `${member} a accepté votre invitation`,
    text: 'Cette personne peut désormais voir votre compte, sans rien pouvoir modifier. Vous pouvez la retirer dans vos paramètres, sous « Team ».'
  }),
  announcement: ({ header, content }) => ({ title: header, text: content })
} satisfies Texts['notifications']

const causes = {
  no_requests:
    'Depuis un jour, aucune page n’a affiché d’annonces de cet emplacement. Vérifiez que le code est toujours sur votre page et que des annonces y apparaissent.',
  never_in_view:
    'Des annonces sont demandées pour cet emplacement, mais aucune n’a été visible pendant une seconde au cours du dernier jour. Vérifiez où l’emplacement apparaît sur votre page.',
  unusual_views:
    'Les affichages de cet emplacement publicitaire diffèrent de ceux des autres emplacements : un opérateur les examine avant qu’ils ne soient payés. Vous n’avez rien à faire. Si vous en connaissez la raison, par exemple une promotion ou un changement sur la page, dites-le-nous dans le chat.',
  own_address: 'L’adresse appartient au réseau lui-même',
  invoice_expired: 'La facture a expiré avant d’être payée',
  no_way: 'Aucun paiement de la facture n’a abouti',
  address_unpayable: 'Aucune nouvelle facture n’a pu être obtenue de l’adresse Lightning',
  page_host: 'Son lien mène maintenant à un autre site que celui qui a été approuvé.',
  page_text:
    'La page à laquelle mène son lien a maintenant un autre texte que celui qui a été approuvé.',
  page_refresh:
    'La page à laquelle mène son lien redirige maintenant les visiteurs vers un autre site.',
  page_script:
    'Un script de la page à laquelle mène son lien envoie maintenant les visiteurs vers un autre site.',
  page_frame: 'La page à laquelle mène son lien affiche maintenant un autre site dans un cadre.',
  page_agent: 'La page à laquelle mène son lien dirige les navigateurs vers des sites différents.',
  link_missing: ({ day }) => `Le lien manque dans la publication depuis le ${day}.`
} satisfies Texts['causes']

const browsers = {
  browserOn: ({ browser, system }) => `${browser} sur ${system}`,
  unknown: 'un navigateur inconnu'
} satisfies Texts['browsers']

export const texts = { notifications, causes, browsers }
