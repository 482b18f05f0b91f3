import type { ReactNode } from 'react'
import layout from './layout.module.css'

/** Maximum length of a text value that is not broken, in letters: numbers, and words such as “None”. */
const shortLength = 10

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
          <dd data-short={isShort(value) || undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function isShort(value: ReactNode): boolean {
  return typeof value === 'string' && value.length <= shortLength
}
