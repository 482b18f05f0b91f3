import type { ComponentProps, ReactNode } from 'react'
import styles from './chip.module.css'

type ChipsProps = {
  /** Name of the list, for screen readers. */
  label?: string
  /** A `Chip` for each choice. */
  children: ReactNode
}

/** A list of chips, which takes as many lines as it needs. */
export function Chips({ label, children }: ChipsProps) {
  return (
    <ul className={styles.chips} aria-label={label}>
      {children}
    </ul>
  )
}

type ChipProps = Omit<ComponentProps<'button'>, 'className' | 'style' | 'type'>

/** A small choice among others, such as a filter that a press removes. `aria-pressed` shows that it is chosen. */
export function Chip(props: ChipProps) {
  return (
    <li>
      <button {...props} type="button" className={styles.chip} />
    </li>
  )
}
