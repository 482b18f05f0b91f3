import { useStore } from '@nanostores/react'
import { Suspense, useEffect, useState } from 'react'
import { useApp } from '../page/app-context.tsx'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { isDialogOpen, isForPage } from '../page/pressable-keys.ts'
import { isSearchKey } from '../palette/search-key.ts'

// The code of these dialogs loads when they first open.
const Palette = lazyPart(async () => (await import('../palette/palette.tsx')).Palette)
const ShortcutsDialog = lazyPart(
  async () => (await import('../palette/shortcuts-dialog.tsx')).ShortcutsDialog
)

/**
 * The search dialog, opened by its button or with ⌘K or Ctrl+K, and the list of shortcuts, opened with `?`. For
 * signed-in users only.
 */
export function SearchAndKeys() {
  const { session, popups } = useApp()
  const isAuthorized = useStore(session.$isAuthorized)
  const search = useStore(popups.$search)
  // Null until the search is opened for the first time.
  const [lastSearch, setLastSearch] = useState(search)
  const [isListing, setIsListing] = useState<boolean | null>(null)
  if (search !== null && search !== lastSearch) setLastSearch(search)

  useEffect(() => {
    if (!isAuthorized) return
    function press(event: KeyboardEvent) {
      if (isSearchKey(event) && !isDialogOpen()) openSearch()
      else if (event.key === '?' && isForPage(event)) setIsListing(true)
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isAuthorized])

  return (
    <Suspense>
      {lastSearch !== null && (
        <Palette
          isOpen={search !== null}
          onClose={() => popups.$search.set(null)}
          onShortcuts={() => setIsListing(true)}
          onSignOut={lastSearch.signOut}
        />
      )}
      {isListing !== null && <ShortcutsDialog isOpen={isListing} onOpenChange={setIsListing} />}
    </Suspense>
  )
}

function openSearch() {
  document.querySelector<HTMLElement>('[aria-keyshortcuts~="Control+K"]')?.click()
}
