import { Autocomplete } from '@base-ui/react/autocomplete'
import { listPeople } from '@mille/api/admin/endpoints.ts'
import { mayOperate } from '@mille/api/may-operate.ts'
import { largestPage } from '@mille/api/page-sizes.ts'
import { createOwnSearchStores, type OwnSearchStores } from '@mille/stores/own-search/own-search.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Dialog } from '@mille/ui/dialog/dialog.tsx'
import { Icon } from '@mille/ui/icon/icon.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import frame from '@mille/ui/shared/field-box.module.css'
import { useStore } from '@nanostores/react'
import { type KeyboardEvent, useEffect, useMemo } from 'react'
import { useApi } from '../page/app-context.tsx'
import { commonMessages, problemText } from '../page/messages.ts'
import { useOwnRoles } from '../page/use-own-roles.ts'
import { paletteMessages as messages } from './messages.ts'
import styles from './palette.module.css'
import {
  type ActionName,
  type Entry,
  type EntryGroup,
  entriesFor,
  entryKey
} from './palette-entries.ts'
import { isSearchKey } from './search-key.ts'

type PaletteProps = {
  isOpen: boolean
  onClose: () => void
  /** Opens the list of keyboard shortcuts. */
  onShortcuts: () => void
  onSignOut: () => void
}

/** The search palette, which finds pages, the user's own items and actions. */
export function Palette({ isOpen, onClose, onShortcuts, onSignOut }: PaletteProps) {
  function act(name: ActionName) {
    onClose()
    if (name === 'signOut') onSignOut()
    else if (name === 'shortcuts') onShortcuts()
    else chooseTheme(name)
  }

  return (
    <Dialog isOpen={isOpen} onOpenChange={onClose} title={messages.title}>
      <Search onLeave={onClose} onAct={act} />
    </Dialog>
  )
}

type SearchProps = { onLeave: () => void; onAct: (name: ActionName) => void }

function Search({ onLeave, onAct }: SearchProps) {
  const api = useApi()
  const roles = useOwnRoles()
  const isOperator = mayOperate(listPeople, roles)
  const stores = useMemo(() => createOwnSearchStores(api, { isOperator }), [api, isOperator])
  const query = useStore(stores.$query)
  const found = useStore(stores.$found)
  useEffect(() => {
    stores.start()
    return stores.stop
  }, [stores])
  const groups = useMemo(() => entriesFor(query, found, roles), [query, found, roles])
  const label = isOperator ? messages.operatorLabel : messages.label

  function closeByKey(event: KeyboardEvent) {
    if (!isSearchKey(event.nativeEvent)) return
    event.preventDefault()
    onLeave()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key that opened it closes it from anywhere inside
    <div className={styles.search} onKeyDown={closeByKey}>
      <Autocomplete.Root
        inline
        open
        mode="none"
        autoHighlight="always"
        keepHighlight
        items={groups}
        itemToStringValue={(entry: Entry) => entry.label}
        value={query}
        onValueChange={(text, { reason }) => {
          // Selecting a result opens it and does not write its name into the field.
          if (reason !== 'item-press') stores.type(text)
        }}
      >
        <div className={frame.box}>
          <span className={styles.icon}>
            <Icon name="search" />
          </span>
          <Autocomplete.Input className={frame.input} aria-label={label} placeholder={label} />
        </div>
        <State stores={stores} count={groups.reduce((sum, it) => sum + it.items.length, 0)} />
        <Autocomplete.List className={styles.list} aria-label={messages.title}>
          {(group: EntryGroup) => (
            <Autocomplete.Group key={group.label} items={group.items}>
              <Autocomplete.GroupLabel className={styles.heading}>
                {group.label}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(entry: Entry) => (
                  <Row key={entryKey(entry)} entry={entry} onLeave={onLeave} onAct={onAct} />
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
    </div>
  )
}

function Row({ entry, onLeave, onAct }: SearchProps & { entry: Entry }) {
  return (
    <Autocomplete.Item
      value={entry}
      className={styles.item}
      {...('href' in entry
        ? { render: <Link href={entry.href} />, onClick: onLeave }
        : { onClick: () => onAct(entry.act) })}
    >
      <span className={styles.label}>{entry.label}</span>
      {entry.detail !== undefined && <span className={styles.detail}>{entry.detail}</span>}
    </Autocomplete.Item>
  )
}

type StateProps = { stores: OwnSearchStores; count: number }

/** Announces the number of results, also to screen readers, and explains missing results. */
function State({ stores, count }: StateProps) {
  const query = useStore(stores.$query)
  const state = useStore(stores.$status)
  const isPart = useStore(stores.$isPart)
  return (
    <>
      <p role="status" className={styles.state}>
        {state.status === 'loading'
          ? messages.loading
          : count > 0
            ? messages.found(count)
            : state.status === 'success' && messages.nothing(query.trim())}
        {isPart && query !== '' && ` ${messages.isPart(largestPage)}`}
      </p>
      {state.status === 'error' && (
        <Notice
          tone="alarm"
          isLive
          action={
            <Button size="small" onClick={stores.retry}>
              {commonMessages.retry}
            </Button>
          }
        >
          {problemText(state.problem)}
        </Notice>
      )}
    </>
  )
}

/** Presses the theme choice in the footer, so that the footer shows the current theme. */
function chooseTheme(theme: 'system' | 'light' | 'dark') {
  document.querySelector<HTMLElement>(`footer input[type="radio"][value="${theme}"]`)?.click()
}
