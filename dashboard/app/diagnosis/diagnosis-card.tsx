import type { Diagnosis } from '@mille/api/diagnosis/endpoints.ts'
import { Card } from '@mille/ui/card/card.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { Facts } from '../page/facts.tsx'
import { formatCount } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import {
  insteadTexts,
  diagnosisMessages as messages,
  problemTexts,
  reasonText,
  type Side
} from './messages.ts'

type DiagnosisCardProps = {
  diagnosis: Diagnosis
  side: Side
  /** Whether the campaign is active, which the page knows before the diagnosis is read again. */
  isActive?: boolean
}

/**
 * How many campaigns match a unit, or how many units match a campaign, and the reasons why others do not. It never
 * names other accounts' campaigns or units.
 */
export function DiagnosisCard({ diagnosis, side, isActive }: DiagnosisCardProps) {
  const { total, eligible, reasons, instead } = diagnosis.attributes
  const problems = currentProblems(diagnosis, isActive)
  const rows = Object.entries(reasons).sort(([, one], [, other]) => other - one)
  const isReady = problems.length === 0 && eligible > 0
  return (
    <Card
      title={isReady ? messages.readyTitle[side] : messages.title[side]}
      description={messages.summary[side](eligible, total)}
    >
      <div className={layout.stack}>
        {problems.map(problem => (
          <Notice key={problem} tone="warning">
            {problemTexts[problem]}
          </Notice>
        ))}
        {isReady && <Notice tone="success">{messages.ready[side]}</Notice>}
        {problems.length === 0 && eligible === 0 && (
          <Notice>{instead ? insteadTexts[instead] : messages.nobody[side]}</Notice>
        )}
        {rows.length > 0 && (
          <div className={layout.tight}>
            <h3>{messages.others[side]}</h3>
            <Facts
              facts={rows.map(([reason, count]) => [reasonText(reason, side), formatCount(count)])}
            />
          </div>
        )}
      </div>
    </Card>
  )
}

/** Returns the problems as they are since the campaign was paused or resumed. */
function currentProblems({ attributes: { problems } }: Diagnosis, isActive?: boolean) {
  if (isActive !== false || problems.includes('not_active')) return problems
  return ['not_active' as const, ...problems]
}
