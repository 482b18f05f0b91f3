import type { ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/icon-shapes.tsx'
import { joinClasses } from '../shared/join-classes.ts'
import styles from './badge.module.css'

export type BadgeTone = 'neutral' | 'positive' | 'negative' | 'warning' | 'info'

export type BadgeProps = {
  /** State in one word. */
  children: ReactNode
  tone?: BadgeTone | undefined
  icon?: IconName | undefined
  /** Whether the text is longer than a word and may take several lines. */
  isSentence?: boolean
}

const toneIcons = {
  neutral: 'pending',
  positive: 'success',
  negative: 'alert',
  warning: 'alert',
  info: 'info'
} as const satisfies Record<BadgeTone, IconName>

/** Shows a state by an icon, a word and a color, never by color alone. */
export function Badge({
  children,
  tone = 'neutral',
  icon = toneIcons[tone],
  isSentence = false
}: BadgeProps) {
  const kind = isSentence && styles.sentence
  return (
    <span className={joinClasses(styles.badge, styles[tone], kind)}>
      <Icon name={icon} />
      {children}
    </span>
  )
}
