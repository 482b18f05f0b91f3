import type { ComponentProps } from 'react'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/icon-shapes.tsx'
import { joinClasses } from '../shared/join-classes.ts'
import styles from './icon-button.module.css'

export type IconButtonProps = {
  icon: IconName
  /** Action of the button, as its accessible name and the browser's tooltip. */
  label: string
  size?: 'medium' | 'small' | undefined
} & Omit<ComponentProps<'button'>, 'className' | 'style' | 'children' | 'aria-label'>

/** Square button with an icon only, for places where its meaning is obvious. */
export function IconButton({
  icon,
  label,
  size = 'medium',
  type = 'button',
  ...attributes
}: IconButtonProps) {
  return (
    <button
      title={label}
      {...attributes}
      type={type}
      aria-label={label}
      className={joinClasses(styles.button, styles[size])}
    >
      <Icon name={icon} />
    </button>
  )
}
