import type { CatalogStores } from '@mille/stores/marketplace/catalog.ts'
import { writeFilter } from '@mille/stores/marketplace/catalog-filter.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Icon } from '@mille/ui/icon/icon.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { useStore } from '@nanostores/react'
import styles from './catalog.module.css'
import { narrowingWords } from './filter-words.ts'
import { marketplaceMessages as messages } from './messages.ts'

type Props = { stores: CatalogStores; hrefOf: (query: string) => string }

/** The active filters of the catalog, each as a link that removes it. */
export function CatalogNarrowings({ stores, hrefOf }: Props) {
  const narrowings = useStore(stores.$narrowings)
  if (narrowings.length === 0) return null
  return (
    <ul className={styles.chips} aria-label={messages.narrowed}>
      {narrowings.map(it => (
        <li key={`${it.name} ${it.value}`}>
          <Link
            href={hrefOf(writeFilter(it.without))}
            className={styles.chip}
            aria-label={messages.drop(narrowingWords(it))}
          >
            {narrowingWords(it)}
            <Icon name="close" />
          </Link>
        </li>
      ))}
      <li>
        <Button variant="quiet" size="small" onClick={() => stores.clear()}>
          {messages.clearAll}
        </Button>
      </li>
    </ul>
  )
}

/** Shown if no offer matches: the filters that can be removed, one by one. */
export function DropSuggestions({ stores, hrefOf }: Props) {
  const narrowings = useStore(stores.$narrowings)
  return (
    <div className={styles.drops}>
      <p>{messages.nothingText}</p>
      <ul className={styles.chips}>
        {narrowings.slice(0, 4).map(it => (
          <li key={`${it.name} ${it.value}`}>
            <Button href={hrefOf(writeFilter(it.without))} size="small">
              {messages.drop(narrowingWords(it))}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
