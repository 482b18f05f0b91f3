import { readAdUnitDiagnosis, readCampaignDiagnosis } from '@mille/api/diagnosis/endpoints.ts'
import { diagnosisInput } from '@mille/api/diagnosis/schema.ts'
import { atOneMoment } from '../../db/at-one-moment.ts'
import { failure, reply } from '../../http/answers/reply.ts'
import type { Serve } from '../../http/serve.ts'
import { isUndeclaredProxy, readInsideRequests } from '../requests/inside-requests.ts'
import { diagnoseCampaign, diagnoseUnit, insteadOf } from './diagnosis.ts'
import { loadCampaigns } from './load-campaigns.ts'
import { loadUnits } from './load-snapshot.ts'
import { loadStrangers, loadVisitors } from './unit-visitors.ts'

/**
 * Routes of `Why no ad?`, for publishers and advertisers. They read the database, because a web process may not deliver
 * ads.
 */
export function diagnosisRoutes(serve: Serve): void {
  serve(readAdUnitDiagnosis, diagnosisInput, ({ context, input, user }) =>
    atOneMoment(context.db, async tx => {
      const [unit] = await loadUnits(tx, { ids: [Number(input.id)] })
      if (unit?.owner !== user.id) return failure('not_found')
      const now = context.now()
      const campaigns = await loadCampaigns(tx, context, 'all')
      const visitors = await loadVisitors(tx, unit.id, now)
      const attributes = diagnoseUnit(unit, campaigns, visitors, now.getTime())
      const inside = await readInsideRequests(tx, now)
      if (inside && isUndeclaredProxy(inside)) attributes.problems.push('inside_address')
      const told = { ...attributes, instead: insteadOf(unit, now.getTime()) }
      return reply({ data: { type: 'diagnoses', id: input.id, attributes: told } })
    })
  )

  serve(readCampaignDiagnosis, diagnosisInput, ({ context, input, user }) =>
    atOneMoment(context.db, async tx => {
      const now = context.now()
      const [campaign] = await loadCampaigns(tx, context, [Number(input.id)], true)
      if (campaign?.owner !== user.id) return failure('not_found')
      const units = await loadUnits(tx, 'all')
      const strangers = campaign.audience
        ? await loadStrangers(
            tx,
            campaign.audience,
            units.map(it => it.id),
            now
          )
        : new Set<number>()
      const attributes = diagnoseCampaign(campaign, units, strangers, now.getTime())
      if (user.isSuspended) attributes.problems.unshift('account_suspended')
      return reply({ data: { type: 'diagnoses', id: input.id, attributes } })
    })
  )
}
