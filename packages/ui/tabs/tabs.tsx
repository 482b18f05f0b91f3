import { type KeyboardEvent, type ReactNode, useId } from 'react'
import styles from './tabs.module.css'

export type Tab<Id extends string = string> = {
  id: Id
  label: string
  /** Number of items in the tab, shown after the label. */
  count?: number | undefined
  content: ReactNode
}

export type TabsProps<Id extends string = string> = {
  label: string
  tabs: ReadonlyArray<Tab<Id>>
  value: Id
  onChange: (id: Id) => void
}

/** Tabs that show one view at a time. Arrow keys, Home and End move between them. */
export function Tabs<Id extends string>({ label, tabs, value, onChange }: TabsProps<Id>) {
  const ownId = useId()
  const active = tabs.find(tab => tab.id === value)

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const asked = tabs[indexAfter(event, tabs.length)]
    if (asked === undefined) return
    event.preventDefault()
    document.getElementById(`${ownId}-tab-${asked.id}`)?.focus()
    onChange(asked.id)
  }

  return (
    <div>
      {/* Follows the ARIA tabs pattern: https://www.w3.org/WAI/ARIA/apg/patterns/tabs/ */}
      <div className={styles.list} role="tablist" aria-label={label}>
        {tabs.map(tab => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${ownId}-tab-${tab.id}`}
            className={styles.tab}
            aria-selected={tab === active}
            aria-controls={tab === active ? `${ownId}-panel` : undefined}
            data-active={tab === active ? '' : undefined}
            tabIndex={tab === active ? 0 : -1}
            onClick={() => onChange(tab.id)}
            onKeyDown={onKeyDown}
          >
            {tab.label}
            {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
          </button>
        ))}
      </div>
      {active && (
        <div
          key={active.id}
          role="tabpanel"
          id={`${ownId}-panel`}
          className={styles.panel}
          aria-labelledby={`${ownId}-tab-${active.id}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the pattern wants what a tab shows to be one Tab away
          tabIndex={0}
        >
          {active.content}
        </div>
      )}
    </div>
  )
}

/**
 * Returns the index of the tab that a key moves to, out of `count` tabs; −1 for any other key. The last tab wraps to
 * the first.
 */
function indexAfter({ key, currentTarget }: KeyboardEvent<HTMLElement>, count: number): number {
  const at = Array.prototype.indexOf.call(currentTarget.parentElement?.children, currentTarget)
  const forward = getComputedStyle(currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return -1
  return (at + (key === forward ? 1 : count - 1)) % count
}
