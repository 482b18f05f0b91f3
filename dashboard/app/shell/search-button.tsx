import { IconButton } from '@mille/ui/icon-button/icon-button.tsx'
import { useApp } from '../page/app-context.tsx'
import { shellMessages } from './messages.ts'

/** Opens the search, which `SearchAndKeys` shows. The search shortcut presses this button. */
export function SearchButton({ signOut }: { signOut: () => void }) {
  const { $search } = useApp().popups
  return (
    <IconButton
      icon="search"
      label={shellMessages.search}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => $search.set({ signOut })}
    />
  )
}
