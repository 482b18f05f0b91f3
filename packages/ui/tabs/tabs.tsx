import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import styles from './tabs.module.css'

export type Tab<Id extends string = string> = {
  id: Id
  label: string
  /** Shown after the label: how many are in there. */
  count?: number | undefined
  content: ReactNode
}

export type TabsProps<Id extends string = string> = {
  label: string
  tabs: ReadonlyArray<Tab<Id>>
  value: Id
  onChange: (id: Id) => void
}

/** Views of the same thing, one at a time. Arrows move between them. */
export function Tabs<Id extends string>({ label, tabs, value, onChange }: TabsProps<Id>) {
  return (
    <BaseTabs.Root value={value} onValueChange={id => onChange(id)}>
      <BaseTabs.List className={styles.list} aria-label={label} activateOnFocus>
        {tabs.map(tab => (
          <BaseTabs.Tab key={tab.id} className={styles.tab} value={tab.id}>
            {tab.label}
            {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {tabs.map(tab => (
        <BaseTabs.Panel key={tab.id} className={styles.panel} value={tab.id}>
          {tab.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  )
}
