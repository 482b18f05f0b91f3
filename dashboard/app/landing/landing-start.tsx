import type { ReactNode } from 'react'
import styles from './landing.module.css'

export type LandingStartProps = { title: string; lead: string; children?: ReactNode }

/** The top of a landing page: its promise and its call to action. */
export function LandingStart({ title, lead, children }: LandingStartProps) {
  return (
    <section className={styles.start}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.lead}>{lead}</p>
      {children}
    </section>
  )
}

type Points = ReadonlyArray<readonly [name: string, text: string]>

export function LandingPoints({ points }: { points: Points }) {
  return (
    <dl className={styles.points}>
      {points.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
