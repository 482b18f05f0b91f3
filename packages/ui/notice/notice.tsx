import type { ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/icon-shapes.tsx'
import { IconButton } from '../icon-button/icon-button.tsx'
import { joinClasses } from '../shared/join-classes.ts'
import styles from './notice.module.css'

export type NoticeTone = 'info' | 'warning' | 'alarm' | 'success'

export type NoticeProps = {
  tone?: NoticeTone | undefined
  title?: string | undefined
  children?: ReactNode
  /** A button or link to the recommended action. */
  action?: ReactNode
  onDismiss?: (() => void) | undefined
  /** Whether the notice appeared while the page was open, so that it is read aloud at once. */
  isLive?: boolean | undefined
  /** Whether the notice spans the page under the header, without side borders. */
  isBanner?: boolean | undefined
}

const toneIcons = {
  info: 'info',
  warning: 'alert',
  alarm: 'alert',
  success: 'success'
} as const satisfies Record<NoticeTone, IconName>

/** Message in the flow of the page. */
export function Notice({
  tone = 'info',
  title,
  children,
  action,
  onDismiss,
  isLive,
  isBanner
}: NoticeProps) {
  const role = isLive ? (tone === 'alarm' ? 'alert' : 'status') : undefined
  return (
    <div
      className={joinClasses(styles.notice, styles[tone], isBanner && styles.banner)}
      role={role}
    >
      <span className={styles.icon}>
        <Icon name={toneIcons[tone]} />
      </span>
      <div className={styles.content}>
        <div className={styles.words}>
          {title !== undefined && <strong className={styles.title}>{title}</strong>}
          {children !== undefined && <div>{children}</div>}
        </div>
        {action !== undefined && <div>{action}</div>}
      </div>
      {onDismiss && <IconButton icon="close" label="Dismiss" size="small" onClick={onDismiss} />}
    </div>
  )
}
