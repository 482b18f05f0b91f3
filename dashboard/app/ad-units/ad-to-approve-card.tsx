import type { AdToApprove, AdUnit } from '@mille/api/ad-units/endpoints.ts'
import { ratings } from '@mille/api/constants.ts'
import type { AdDecision } from '@mille/stores/ad-units/approvals.ts'
import type { Problem } from '@mille/stores/shared/problems.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Skeleton } from '@mille/ui/skeleton/skeleton.tsx'
import { Suspense } from 'react'
import { Facts } from '../page/facts.tsx'
import { languageName } from '../page/language-name.ts'
import layout from '../page/layout.module.css'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'
import { approvalMessages as messages } from './approval-messages.ts'

const AdForms = lazyPart(async () => (await import('./ad-forms.tsx')).AdForms)

const decisions = [
  ['approve', 'a'],
  ['trust', 't'],
  ['block', 'b']
] as const
/** Maximum number of unit names listed. More names would not help. */
const shownUnits = 3

type AdToApproveCardProps = {
  ad: AdToApprove
  units: readonly AdUnit[]
  isDeciding: boolean
  problem: Problem | null
  onDecide: (decision: AdDecision) => void
}

/** One ad as readers would see it, its advertiser, and the decision buttons with their keys. */
export function AdToApproveCard(props: AdToApproveCardProps) {
  const { ad, units, isDeciding, problem, onDecide } = props
  const { title } = ad.attributes
  return (
    <Card
      title={title}
      level={3}
      footer={
        <div className={layout.row}>
          {decisions.map(([decision, key]) => (
            <Button
              key={decision}
              size="small"
              aria-keyshortcuts={key}
              aria-label={messages.of(messages.actions[decision], title)}
              isLoading={isDeciding}
              onClick={() => onDecide(decision)}
            >
              {messages.actions[decision]}
            </Button>
          ))}
        </div>
      }
    >
      <div className={layout.stack}>
        <ProblemNotice problem={problem} />
        <div className={layout.columns}>
          <Suspense fallback={<Skeleton height="14rem" />}>
            <AdForms ad={ad} />
          </Suspense>
          <AdFacts ad={ad} units={units} />
        </div>
      </div>
    </Card>
  )
}

function AdFacts({ ad, units }: Pick<AdToApproveCardProps, 'ad' | 'units'>) {
  const { advertiser_name, domain, rating, language, banners, banners_only } = ad.attributes
  const known = ratings.find(it => it === rating)
  const sizes = banners.map(it => it.size.replace('x', ' × '))
  return (
    <Facts
      facts={[
        [messages.advertiser, <bdi key="advertiser">{advertiser_name ?? messages.noName}</bdi>],
        [messages.leadsTo, <bdi key="domain">{domain}</bdi>],
        [messages.rating, known ? messages.ratings[known] : messages.noRating],
        [messages.language, languageName(language)],
        [messages.sizes, [...(banners_only ? [] : [messages.text]), ...sizes].join(', ')],
        [messages.waitsFor, <bdi key="units">{unitsText(ad, units)}</bdi>]
      ]}
    />
  )
}

/** Returns the names of the ad's units, as far as this page knows the names. */
function unitsText({ attributes }: AdToApprove, units: readonly AdUnit[]): string {
  const { ad_unit_ids: ids, ad_units_count: all } = attributes
  const names = units.filter(it => ids.includes(it.id)).map(it => it.attributes.name)
  if (names.length === 0) return messages.unitCount(all)
  const shown = names.slice(0, shownUnits)
  return messages.units(shown.join(', '), all - shown.length)
}
