import type { ReactNode } from 'react'
import layout from './layout.module.css'

/** A list of names with their values, one per line. */
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
