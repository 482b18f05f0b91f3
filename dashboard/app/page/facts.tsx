import type { ReactNode } from 'react'
import layout from './layout.module.css'

/** Names with their values, a line each. */
export function Facts({
  facts
}: {
  facts: ReadonlyArray<readonly [name: string, value: ReactNode]>
}) {
  return (
    <dl className={layout.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={layout.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
