import type { CallResult } from '@mille/api/client.ts'
import { sampleView } from '@mille/testing/sample-view.ts'
import type { ServerProcess } from '@mille/testing/server-process.ts'
import type { Browser } from 'playwright'
import { contextApi } from './context-api.ts'
import { openAs } from './demo-people.ts'

/** IDs of what the demo network lacks, for the pages of one order, one dispute, and so on. */
export type Furniture = Readonly<
  Record<'order' | 'dispute' | 'operation' | 'person' | 'shared', string>
>

const offerName = 'A note in the Halfpenny blog'
const brief = {
  currency: 'usd',
  target_url: 'https://larkspur.example/',
  brief: 'A note on keys that are kept on paper, with one link.'
} as const

/**
 * Adds data through the product's API calls, as people would: orders, a dispute, an offer that awaits review, a
 * reported ad, an API key and a shared report.
 */
export async function furnish(browser: Browser, server: ServerProcess): Promise<Furniture> {
  const apiOf = async (who: string) => {
    const page = await openAs(browser, server, who)
    return contextApi(page.context(), server.url)
  }
  const advertiser = await apiOf('advertiser')
  const publisher = await apiOf('publisher')
  const account = need(await advertiser.accounts.readCurrentUser()).data.id
  const credit = ['credit', account, '500', 'USD', '--reason', 'A deposit by hand']
  const credited = await server.mille(...credit)
  if (credited.code !== 0) throw new Error(credited.stderr)

  const offers = need(await publisher.marketplace.listOffers({ 'filter[mine]': '1' })).data
  const offer = offers.find(it => it.attributes.name === offerName)
  if (!offer) throw new Error(`${offerName} is not offered`)
  const proof_url = `http://${offer.attributes.domain_name}/`
  const publish = async () => {
    const placed = await advertiser.marketplace.createOrder({ offer_id: offer.id, ...brief })
    const { id } = need(placed).data
    need(await publisher.marketplace.updateOrder({ id, state: 'accepted' }))
    need(await publisher.marketplace.updateOrder({ id, state: 'published', proof_url }))
    return id
  }
  const order = await publish()
  const dispute = await publish()
  const reason = 'The note has no link.'
  need(await advertiser.marketplace.updateOrder({ id: dispute, state: 'disputed', reason }))

  const note = 'The page behind it does not load.'
  need(
    await publisher.adReports.reportCreative({ id: '1', unit_id: '1', reason: 'broken_link', note })
  )

  const [site] = need(await publisher.sites.listSites()).data
  need(
    await publisher.marketplace.createOffer({
      site_id: site?.id ?? '',
      publication_offer_type: 'newsletter',
      name: 'A line in the Halfpenny letter',
      description: 'One plain sentence and a link, read by four thousand people.',
      languages: ['en'],
      categories: ['bitcoin'],
      turnaround_days: 7,
      price_us_cents: 9_000
    })
  )
  // As if the account's owner had just proved their identity.
  await server.query(`update sessions set stepped_up_at = now() where user_id = ${account}`)
  need(await advertiser.apiKeys.createApiKey({ name: 'Nightly report', scopes: ['statistics'] }))
  need(await advertiser.members.inviteMember({ name: 'bookkeeper@larkspur.example' }))
  await joinTeam(server, account)
  const history = need(await advertiser.finances.readHistory({ userId: account }))
  const link = need(
    await advertiser.reportLinks.createReportLink({ name: 'For the agency', view: sampleView })
  )
  const shared = link.meta.url.split('/').at(-1) ?? ''
  return { order, dispute, operation: history.data[0]?.id ?? '', person: account, shared }
}

/** Lets an account see one of the demo network, and invites it to see another. */
async function joinTeam(server: ServerProcess, account: string): Promise<void> {
  await server.query(
    `insert into account_members (user_id, member_id, name, role, invited_at, accepted_at)
     select id, ${account}, 'Larkspur', 'viewer', now(),
       case when username = 'halfpenny' then now() end
     from users where id <> ${account} and roles = '{}' and username is not null order by username = 'halfpenny' desc, id limit 2`
  )
}

/** Fills the IDs into a path of screens.json or popups.json. */
export function furnishedPath(path: string, furniture: Furniture): string {
  return path.replace(/\{(\w+)\}/g, (_, name: keyof Furniture) => furniture[name])
}

function need<Answer>(result: CallResult<Answer>): Answer {
  if (!result.ok) throw new Error(`${result.code} ${JSON.stringify(result.errors)}`)
  return result.value
}
