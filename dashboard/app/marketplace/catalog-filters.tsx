import type { Facets } from '@mille/api/marketplace/endpoints.ts'
import { parseAmount, unitsPer } from '@mille/money/amount.ts'
import type { CatalogStores } from '@mille/stores/marketplace/catalog.ts'
import type { ListName } from '@mille/stores/marketplace/catalog-filter.ts'
import { AmountField } from '@mille/ui/amount-field/amount-field.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Checkbox } from '@mille/ui/checkbox/checkbox.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, useId, useState } from 'react'
import layout from '../page/layout.module.css'
import styles from './catalog.module.css'
import { narrowingWords } from './filter-words.ts'
import { marketplaceMessages as messages } from './messages.ts'

/** Number of values shown in a filter. Further values are folded. */
const shownValues = 6

const lists = [
  ['types', 'publication_offer_type', messages.type],
  ['categories', 'categories', messages.categories],
  ['languages', 'languages', messages.languages],
  ['sites', 'sites', messages.sites]
] as const satisfies readonly (readonly [ListName, keyof Facets, string])[]

/** All filters of the catalog, with the number of offers that each value leaves. On a phone the filters are folded. */
export function CatalogFilters({ stores }: { stores: CatalogStores }) {
  const [isOpen, setIsOpen] = useState(false)
  const panelId = useId()
  const filter = useStore(stores.$filter)
  const facets = useStore(stores.$facets)
  const hot = facets.promotion_level.find(it => it.value === '1')?.count ?? 0
  return (
    <section className={styles.filters} aria-label={messages.filters}>
      <div className={styles.toggle}>
        <Button
          isWide
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={() => setIsOpen(!isOpen)}
        >
          {messages.showFilters}
        </Button>
      </div>
      <div id={panelId} className={styles.panel} data-open={isOpen}>
        <SearchForm key={`words ${filter.words}`} stores={stores} />
        {lists.map(([name, facet, label]) => (
          <FacetList key={name} stores={stores} name={name} facet={facet} label={label} />
        ))}
        <PriceForm key={`price ${filter.priceMin} ${filter.priceMax}`} stores={stores} />
        {(hot > 0 || filter.hotOffers) && (
          <Checkbox
            label={`${messages.hotOnly} (${hot})`}
            name="hot"
            checked={filter.hotOffers}
            onChange={event => stores.change({ hotOffers: event.target.checked })}
          />
        )}
      </div>
    </section>
  )
}

function SearchForm({ stores }: { stores: CatalogStores }) {
  const [words, setWords] = useState(stores.$filter.get().words)

  function submit(event: FormEvent) {
    event.preventDefault()
    stores.change({ words: words.trim() })
  }

  return (
    <search>
      <form className={styles.group} onSubmit={submit}>
        <TextField
          label={messages.searchLabel}
          name="words"
          type="search"
          maxLength={100}
          value={words}
          onChange={event => setWords(event.target.value)}
        />
        <Button type="submit" icon="search" isWide>
          {messages.search}
        </Button>
      </form>
    </search>
  )
}

type FacetListProps = { stores: CatalogStores; name: ListName; facet: keyof Facets; label: string }

function FacetList({ stores, name, facet, label }: FacetListProps) {
  const filter = useStore(stores.$filter)
  const counted = useStore(stores.$facets)[facet]
  const chosen: readonly string[] = filter[name]
  // Chosen values remain in the list even if no offer has them now, so that they can be removed.
  const missing = chosen.filter(it => !counted.some(({ value }) => value === it))
  const values = [...counted, ...missing.map(value => ({ value, count: 0 }))]
  if (values.length === 0) return null
  const isFirst = (value: string, index: number) => index < shownValues || chosen.includes(value)
  const first = values.filter((it, index) => isFirst(it.value, index))
  const others = values.filter((it, index) => !isFirst(it.value, index))
  const box = ({ value, count }: { value: string; count: number }) => (
    <Checkbox
      key={value}
      label={
        <>
          {narrowingWords({ name, value })} <span className={styles.facetCount}>({count})</span>
        </>
      }
      name={name}
      value={value}
      checked={chosen.includes(value)}
      onChange={() => stores.toggle(name, value)}
    />
  )
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{label}</legend>
      {first.map(box)}
      {others.length > 0 && (
        <details className={layout.more}>
          <summary>{messages.more(others.length)}</summary>
          <div className={styles.group}>{others.map(box)}</div>
        </details>
      )}
    </fieldset>
  )
}

function PriceForm({ stores }: { stores: CatalogStores }) {
  const { priceMin, priceMax } = stores.$filter.get()
  const [from, setFrom] = useState(dollarsOf(priceMin))
  const [to, setTo] = useState(dollarsOf(priceMax))
  const [isTried, setIsTried] = useState(false)
  const errorOf = (text: string) => (isTried && isUnread(text) ? messages.priceWrong : undefined)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isUnread(from) || isUnread(to)) return setIsTried(true)
    stores.change({ priceMin: centsOf(from), priceMax: centsOf(to) })
  }

  return (
    <form onSubmit={submit}>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{messages.price}</legend>
        <div className={styles.prices}>
          <AmountField
            asset="USD"
            label={messages.priceMin}
            name="price_min"
            unit=""
            placeholder=""
            error={errorOf(from)}
            value={from}
            onChange={event => setFrom(event.target.value)}
          />
          <AmountField
            asset="USD"
            label={messages.priceMax}
            name="price_max"
            unit=""
            placeholder=""
            error={errorOf(to)}
            value={to}
            onChange={event => setTo(event.target.value)}
          />
        </div>
        <Button type="submit" isWide>
          {messages.apply}
        </Button>
      </fieldset>
    </form>
  )
}

const dollarsOf = (cents: number | null) => (cents === null ? '' : String(cents / 100))

const isUnread = (text: string) => text.trim() !== '' && parseAmount(text, 'usd') === null

/** Returns the cents, or null for an empty or invalid field, which does not filter. */
function centsOf(text: string): number | null {
  const units = text.trim() === '' ? null : parseAmount(text, 'usd')
  return units === null ? null : Number(units / unitsPer('us_cents'))
}
