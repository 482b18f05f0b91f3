import { answerOf } from '../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'

/** Number of sites, and of ad units, that a page offers as places of a rule. */
export const maxPlaces = 100

/** Loads the account's sites and ad units, the places where a rule may apply. */
export async function loadPlaces(args: LoadArgs) {
  const { api } = args.context.get(pageContext)
  const [sites, units] = await Promise.all([
    api.sites.listSites({ 'page[limit]': maxPlaces }),
    api.adUnits.listAdUnits({ 'page[limit]': maxPlaces })
  ])
  return { sites: answerOf(sites, args).data, units: answerOf(units, args).data }
}
