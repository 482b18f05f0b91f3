import { useId } from 'react'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/icon-shapes.tsx'
import { VisuallyHidden } from '../shared/visually-hidden.tsx'
import styles from './theme-toggle.module.css'

export type Theme = 'system' | 'light' | 'dark'

const themes = [
  { value: 'system', label: 'System', icon: 'monitor' },
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' }
] as const satisfies ReadonlyArray<{ value: Theme; label: string; icon: IconName }>

/**
 * Switch between the light, the dark and the system theme. The page applies the value: `data-theme` on the root
 * element, absent for the system theme.
 */
export function ThemeToggle({
  value,
  onChange
}: {
  value: Theme
  onChange: (theme: Theme) => void
}) {
  const name = useId()
  return (
    <fieldset className={styles.toggle}>
      <legend>
        <VisuallyHidden>Color theme</VisuallyHidden>
      </legend>
      {themes.map(theme => (
        <label key={theme.value} className={styles.choice} title={theme.label}>
          <input
            className={styles.input}
            type="radio"
            name={name}
            value={theme.value}
            checked={theme.value === value}
            onChange={() => onChange(theme.value)}
          />
          <Icon name={theme.icon} />
          <VisuallyHidden>{theme.label}</VisuallyHidden>
        </label>
      ))}
    </fieldset>
  )
}
