import { Badge } from '@mille/ui/badge/badge.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { formatCount } from '../../page/formats.ts'
import layout from '../../page/layout.module.css'
import type { Home } from '../queue-places.ts'
import { homeMessages as messages } from './home-messages.ts'
import { type Need, needsOf } from './needs.ts'

export function NeedsCard({ home }: { home: Pick<Home, 'at' | 'queues' | 'checks'> }) {
  const needs = needsOf(home)
  return (
    <Card title={messages.needs}>
      {needs.length === 0 ? (
        <p>{messages.nothing}</p>
      ) : (
        <ul className={layout.plainList}>
          {needs.map(need => (
            <li key={need.key} className={layout.row}>
              <NeedLine need={need} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function NeedLine({ need: { href, name, waiting, age, check } }: { need: Need }) {
  const tone = check?.state === 'alarm' ? 'negative' : 'warning'
  return (
    <>
      <Link href={href}>{name}</Link>
      {waiting !== null && <strong>{formatCount(waiting)}</strong>}
      {age !== null && (
        <span className={`${layout.soft} ${layout.small}`}>{messages.oldest(age)}</span>
      )}
      {check && <Badge tone={tone}>{messages.checkStates[check.state]}</Badge>}
      {check && <span className={`${layout.soft} ${layout.small}`}>{check.text}</span>}
    </>
  )
}
