import styles from './icon.module.css'
import { type IconName, iconShapes } from './icon-shapes.tsx'

export type IconProps = {
  name: IconName
  /** Accessible name. Without one, the icon is decorative and must have a word beside it. */
  label?: string | undefined
}

/** A stroke icon of 1.125 em in the color of the text around it. */
export function Icon({ name, label }: IconProps) {
  return (
    <svg
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined}
      className={styles.icon}
      data-icon={name}
      viewBox="0 0 16 16"
      focusable="false"
    >
      {iconShapes[name]}
    </svg>
  )
}
