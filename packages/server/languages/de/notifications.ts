import type * as english from '../en/notifications.ts'
import type { Translation } from '../translation.ts'

type Texts = Translation<typeof english>

const notifications = {
  campaign_approved: ({ name }) => ({
    title: `Ihre Kampagne „${name}“ wurde freigegeben`,
    text: 'Sie startet, sobald sie aufgeladen ist.'
  }),
  campaign_rejected: ({ name, reason }) => ({
    title: `Ihre Kampagne „${name}“ wurde abgelehnt`,
    text: `${reason}\n\nBearbeiten Sie die Kampagne, damit sie erneut geprüft wird.`
  }),
  campaign_page_changed: ({ name, reason, page }) => ({
    title: `Ihre Kampagne „${name}“ wird erneut geprüft`,
    text: `${reason} Die Seite ist jetzt ${page}\n\nBis ein Betreiber sie geprüft hat, werden keine Anzeigen dieser Kampagne gezeigt.`
  }),
  campaign_out_of_funds: ({ name }) => ({
    title: `Das Guthaben Ihrer Kampagne „${name}“ ist aufgebraucht`,
    text: 'Sie läuft weiter, sobald Sie sie aufladen.'
  }),
  campaign_low_funds: ({ name }) => ({
    title: `Das Guthaben Ihrer Kampagne „${name}“ wird knapp`,
    text: 'Das restliche Guthaben reicht für weniger als einen Tag.'
  }),
  account_low_funds: ({ money, need }) => ({
    title: 'Das Guthaben Ihres Kontos wird knapp',
    text: `Ihre Kampagnen, die sich aus dem Konto aufladen, brauchen ${need} für einen Tag. Ihr Guthaben beträgt ${money}. Zahlen Sie ein, damit sie weiterlaufen.`
  }),
  unit_verified: ({ name }) => ({
    title: `${name} wurde bestätigt`,
    text: 'Die Werbeflächen dieser Website können jetzt Anzeigen zeigen und Einnahmen erzielen.'
  }),
  unit_rejected: ({ name, reason }) => ({ title: `${name} wurde abgelehnt`, text: reason }),
  unit_unhealthy: ({ name, reason }) => ({
    title: `„${name}“ braucht Ihre Aufmerksamkeit`,
    text: reason
  }),
  deposit_seen: ({ money, seen, required }) => ({
    title: `Eine Einzahlung von ${money} ist unterwegs`,
    text: `Sie hat ${seen} von ${required} Bestätigungen.`
  }),
  deposit_credited: ({ money }) => ({
    title: `Eine Einzahlung von ${money} wurde gutgeschrieben`,
    text: 'Der Betrag ist in Ihrem Guthaben.'
  }),
  deposit_reversed: ({ money }) => ({
    title: `Die Einzahlung von ${money} wurde rückgängig gemacht`,
    text: 'Die Blockchain hat die Transaktion zurückgenommen. Der Betrag wird wieder gutgeschrieben, sobald sie erneut bestätigt ist.'
  }),
  withdrawal_sent: ({ money, reference }) => ({
    title: `Ihre Auszahlung von ${money} wurde gesendet`,
    text: `Die Transaktion ist ${reference}.`
  }),
  withdrawal_failed: ({ money, reason }) => ({
    title: `Ihre Auszahlung von ${money} ist fehlgeschlagen`,
    text: `${reason}\n\nDer Betrag ist wieder in Ihrem Guthaben.`
  }),
  automatic_payout_failed: ({ money, reason, address }) => ({
    title: `Ihre automatische Auszahlung von ${money} ist fehlgeschlagen`,
    text: `Sie war für ${address}. ${reason}.\n\nDer Betrag ist in Ihrem Guthaben. Es wird einmal am Tag erneut versucht. Solange es weiter fehlschlägt, werden Sie nicht noch einmal benachrichtigt.`
  }),
  earnings_held: ({ name, reason }) => ({
    title: `Die Einnahmen von „${name}“ werden zurückgehalten`,
    text: `${reason}\n\nSie bleiben in der Werbefläche, bis ein Betreiber entschieden hat.`
  }),
  earnings_released: ({ name }) => ({
    title: `Die Einnahmen von „${name}“ wurden freigegeben`,
    text: 'Sie werden wie gewohnt verfügbar.'
  }),
  earnings_taken_back: ({ name, money, reason }) => ({
    title: `${money} aus den Einnahmen von „${name}“ wurden an die Advertiser zurückgegeben`,
    text: reason
  }),
  charge_returned: ({ money, reason }) => ({
    title: `${money} wurden Ihrem Guthaben erstattet`,
    text: `Der Betrag war für Einblendungen berechnet worden, die nicht hätten zählen dürfen: ${reason}`
  }),
  offer_approved: ({ name }) => ({
    title: `Ihr Angebot „${name}“ wurde freigegeben`,
    text: 'Es ist auf dem Marktplatz und kann bestellt werden.'
  }),
  offer_rejected: ({ name, reason }) => ({
    title: `Ihr Angebot „${name}“ wurde abgelehnt`,
    text: `${reason}\n\nBearbeiten Sie das Angebot, damit es erneut geprüft wird.`
  }),
  order_placed: ({ name }) => ({
    title: `„${name}“ wurde bestellt`,
    text: 'Nehmen Sie die Bestellung innerhalb von fünf Tagen an oder lehnen Sie sie ab.'
  }),
  order_accepted: ({ name }) => ({
    title: `Ihre Bestellung „${name}“ wurde angenommen`,
    text: 'Sie werden benachrichtigt, sobald die Veröffentlichung erschienen ist.'
  }),
  order_declined: ({ name, reason }) => ({
    title: `Ihre Bestellung „${name}“ wurde abgelehnt`,
    text: `${reason}\n\nDer Betrag ist wieder in Ihrem Guthaben.`
  }),
  order_cancelled: ({ name }) => ({
    title: `Die Bestellung „${name}“ wurde storniert`,
    text: 'Der Advertiser hat die Bestellung storniert, bevor Sie sie angenommen haben.'
  }),
  order_expired: ({ name }) => ({
    title: `Die Bestellung „${name}“ ist abgelaufen`,
    text: 'Der Publisher hat nicht rechtzeitig geantwortet oder veröffentlicht. Der Betrag ist wieder im Guthaben des Advertisers.'
  }),
  order_published: ({ name }) => ({
    title: `„${name}“ wurde veröffentlicht`,
    text: 'Prüfen Sie die Veröffentlichung. Nach sieben Tagen wird sie automatisch bestätigt.'
  }),
  order_link_lost: ({ name, target, page }) => ({
    title: `In „${name}“ fehlt der Link`,
    text: `Der Link zu ${target} fehlte an zwei Tagen auf ${page}. Die Zahlungen sind ausgesetzt, bis er wieder da ist, und der Advertiser kann die Bestellung beanstanden. Fehlt er am letzten Zahlungstag immer noch, entscheidet ein Betreiber.`
  }),
  order_link_back: ({ name }) => ({
    title: `In „${name}“ ist der Link wieder da`,
    text: 'Die Zahlungen gehen weiter.'
  }),
  order_disputed: ({ name, reason }) => ({
    title: `Die Bestellung „${name}“ wurde beanstandet`,
    text: reason
  }),
  order_refunded: ({ name, reason }) => ({
    title: `Die Bestellung „${name}“ wurde erstattet`,
    text: `${reason}\n\nDer Teil, der noch nicht an den Publisher gezahlt war, ist wieder im Guthaben des Advertisers.`
  }),
  order_completed: ({ name }) => ({
    title: `Die Bestellung „${name}“ ist abgeschlossen`,
    text: 'Vielen Dank.'
  }),
  new_sign_in: ({ browser }) => ({
    title: 'Neue Anmeldung in Ihrem Konto',
    text: `Jemand hat sich mit ${browser} angemeldet. Wenn Sie das nicht waren, beenden Sie diese Sitzung und fordern Sie einen neuen Kontocode an.`
  }),
  account_suspended: ({ reason }) => ({
    title: 'Ihr Konto wurde gesperrt',
    text: `${reason}\n\nIhre Anzeigen und Werbeflächen werden nicht angezeigt, und Auszahlungen warten. Sie können sich anmelden, alles lesen und den Betreibern im Chat schreiben. Ihr Geld bleibt unberührt.`
  }),
  suspension_lifted: () => ({
    title: 'Ihr Konto ist nicht mehr gesperrt',
    text: 'Ihre Kampagnen und Werbeflächen laufen wieder wie zuvor, und Auszahlungen werden ausgeführt.'
  }),
  account_frozen: ({ reason }) => ({
    title: 'Auszahlungen von Ihrem Konto sind eingefroren',
    text: `${reason}\n\nKein Geld verlässt Ihr Konto: Beantragte und automatische Auszahlungen warten, und Sie können keine neuen Auszahlungen beantragen und nichts auf dem Marktplatz bestellen. Eine bereits signierte Auszahlung wird noch gesendet. Alles andere läuft weiter, und Ihr Geld bleibt auf Ihrem Konto.`
  }),
  freeze_lifted: () => ({
    title: 'Auszahlungen von Ihrem Konto sind nicht mehr eingefroren',
    text: 'Wartende Auszahlungen werden ausgeführt, und automatische Auszahlungen laufen weiter.'
  }),
  account_viewed: ({ reason }) => ({
    title: 'Ein Betreiber hat Ihr Konto angesehen',
    text: `${reason}\n\nEr sah höchstens 30 Minuten lang, was Sie sehen, und konnte nichts ändern.`
  }),
  member_invited: ({ account }) => ({
    title: `${account} lädt Sie ein, das Konto anzusehen`,
    text: 'Sie würden sehen, was dieses Konto sieht, und könnten nichts ändern. Sie können die Einladung in Ihren Einstellungen unter „Team“ annehmen oder ablehnen.'
  }),
  member_accepted: ({ member }) => ({
    title: `${member} hat Ihre Einladung angenommen`,
    text: 'Diese Person kann Ihr Konto jetzt ansehen und nichts ändern. Sie können sie in Ihren Einstellungen unter „Team“ entfernen.'
  }),
  announcement: ({ header, content }) => ({ title: header, text: content })
} satisfies Texts['notifications']

const causes = {
  no_requests:
    'Seit einem Tag hat keine Seite Anzeigen dieser Werbefläche gezeigt. Prüfen Sie, ob der Code noch auf Ihrer Seite ist und ob dort Anzeigen erscheinen.',
  never_in_view:
    'Anzeigen für diese Werbefläche werden angefordert, aber am letzten Tag war keine davon eine Sekunde lang sichtbar. Prüfen Sie, wo die Werbefläche auf Ihrer Seite erscheint.',
  unusual_views:
    'Die Einblendungen dieser Werbefläche sehen anders aus als die anderer Flächen. Deshalb prüft sie ein Betreiber, bevor sie ausgezahlt werden. Sie müssen nichts tun. Wenn Sie den Grund kennen, etwa eine Werbeaktion oder eine Änderung an der Seite, schreiben Sie uns bitte im Chat.',
  own_address: 'Die Adresse gehört dem Netzwerk selbst',
  invoice_expired: 'Die Rechnung ist abgelaufen, bevor sie bezahlt wurde',
  no_way: 'Keine Zahlung der Rechnung kam durch',
  address_unpayable: 'Von der Lightning-Adresse kam keine neue Rechnung',
  page_host: 'Der Link führt jetzt zu einer anderen Website als der freigegebenen.',
  page_text: 'Die Seite hinter dem Link hat jetzt einen anderen Text als die freigegebene.',
  page_refresh: 'Die Seite hinter dem Link leitet Besucher jetzt auf eine andere Website weiter.',
  page_script:
    'Ein Skript auf der Seite hinter dem Link leitet Besucher jetzt auf eine andere Website.',
  page_frame: 'Die Seite hinter dem Link zeigt jetzt eine andere Website in einem Rahmen.',
  page_agent: 'Die Seite hinter dem Link führt verschiedene Browser zu verschiedenen Websites.',
  link_missing: ({ day }) => `Der Link fehlt in der Veröffentlichung seit dem ${day}.`
} satisfies Texts['causes']

const browsers = {
  browserOn: ({ browser, system }) => `${browser} unter ${system}`,
  unknown: 'einem unbekannten Browser'
} satisfies Texts['browsers']

export const texts = { notifications, causes, browsers }
