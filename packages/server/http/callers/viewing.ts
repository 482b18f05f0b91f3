import { hiddenReads, readsOfAccounts } from './look-around.ts'
import { computingWrites, type ReadOnly } from './read-only.ts'

/*
 * What an operator may call who views an account: docs/decisions/150-what-operators-may-do.md. Calls of operators are
 * refused as they are to the account itself, which has no role. The tables in docs/api/viewing.md are generated from
 * these lists.
 */

const read = (path: string) => `GET /api/v1/${path}`

/** What the person sees besides what strangers are shown in a demonstration. */
const onlyWhileViewing = [
  'publication_orders/{id}',
  'users/{userId}/finances/statements/{month}/{currency}',
  ...['ad_units/{id}/bill', 'campaigns/{id}/bill', 'campaigns.csv', 'reports.csv'],
  ...['ad_units/{id}/statements.csv', 'campaigns/{id}/statements.csv'],
  'users/{userId}/finances/history.csv'
].map(read)

const shownReads: ReadonlySet<string> = new Set([...readsOfAccounts.map(read), ...onlyWhileViewing])

/** Reads of the account that stay closed, each with the reason. */
const closedReads = Object.fromEntries(
  Object.entries(hiddenReads).filter(
    ([call]) => !shownReads.has(call) && !call.startsWith('GET /api/v1/admin/')
  )
)

/** A session by which an operator views an account. */
export const viewing: ReadOnly = {
  shownReads,
  hiddenReads: closedReads,
  openWrites: new Set([
    'POST /api/v1/authenticity_token',
    'DELETE /api/v1/user/viewing',
    'DELETE /api/v1/user/session',
    ...computingWrites
  ]),
  refused: 'viewing_read_only',
  hidden: 'viewing_hidden',
  explain: reason => `This is not shown while you view another account, because it ${reason}.`
}
