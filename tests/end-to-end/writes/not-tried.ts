/** Writes of the interface that the table does not try, and why. */
export const notTried: Readonly<Record<string, string>> = {
  'POST /api/v1/banners': 'a file that did not arrive is tried again in its list: stores/banners',
  'POST /api/v1/authenticity_token':
    'asked for by the client itself before a write, which then fails',
  'PUT /api/v1/admin/brand': 'sending the form again stores the same brand: brand.spec.ts',
  'POST /api/v1/admin/legal_page_previews':
    'stores nothing; pressing the button again reads it again',
  'PUT /api/v1/user/legal_consents':
    'the button is shown until the agreement is stored, once: legal-consents.spec.ts',
  'PUT /api/v1/announce/': 'gone at once; if nobody was told, it is back with the next page',
  'POST /api/v1/report_mails':
    'takes an address, which the demo accounts have not; the list is in the same dialog',
  'DELETE /api/v1/report_mails/{id}':
    'one that is gone is what was asked for: stores/reports/report-links',
  'POST /api/v1/unsubscriptions': 'from a link in a mail; a second time says the same',
  'POST /api/v1/traffic_statistics': 'reads',
  'POST /api/v1/chat/reads': 'by the page itself; the mark only moves forward',
  'POST /api/v1/admin/chat/conversations/{id}/reads':
    'by the page itself; the mark only moves forward',
  'POST /api/v1/chat/letters': 'on other sites; the same letter is kept once: embed/letter.spec.ts',
  'POST /api/v1/user/handoffs':
    'on other sites, good for a minute, a new one each time: hand-off.spec.ts',
  'POST /api/v1/user/look_arounds':
    'opens another session that can change nothing: look-around.spec.ts',
  'POST /api/v1/admin/users/{id}/viewings':
    'opens the dashboard as another account; a second time opens it again: view-as.spec.ts',
  'PUT /api/v1/memberships/{id}/viewing':
    'opens the dashboard as another account; a second time opens it again: team.spec.ts',
  'DELETE /api/v1/user/viewing': 'a second time does nothing: view-as.spec.ts',
  'POST /api/v1/user/handoffs/exchange': 'on other sites, once: hand-off.spec.ts',
  'DELETE /api/v1/user/widget_session': 'on other sites; one that is gone is what was asked for',
  'POST /api/v1/telegram_link': 'needs a bot; each link takes the place of the one before',
  'DELETE /api/v1/telegram_link': 'needs a bot; a second time does nothing',
  'POST /api/v1/user/step_up_codes': 'mails a code; another one can be sent in the same window',
  'POST /api/v1/user/passkey_challenges': 'asked for anew each time: login-passkey.spec.ts',
  'POST /api/v1/user/passkeys': 'the browser asks the person again: login-passkey.spec.ts',
  'POST /api/v1/user/passkey_sessions': 'the browser asks the person again: login-passkey.spec.ts',
  'POST /api/v1/user/passkey_step_up': 'the browser asks the person again: operator.spec.ts',
  'DELETE /api/v1/user/passkeys/{id}':
    'one that is gone is what was asked for: stores/settings/passkeys',
  'POST /api/v1/page_analyses': 'reads a page; where that fails the wizard goes on without it',
  'POST /api/v1/publication_offer_previews':
    'reads; the form says that it failed, and asks again with the next change',
  'POST /api/v1/lightning_deposits':
    'needs two Lightning nodes; a repeated request makes one invoice: lightning.spec.ts, stores/payments/lightning-deposit',
  'POST /api/v1/lightning_withdrawals':
    'needs two Lightning nodes; a repeated request is paid once: lightning.spec.ts, stores/payments/lightning-withdrawal',
  'DELETE /api/v1/withdrawals/{id}':
    'the list is read again after a failure, and shows it cancelled',
  'PATCH /api/v1/admin/withdrawals/{id}':
    'an approval spends the answer of a passkey; the list follows by itself, and a second rejection is refused'
}
