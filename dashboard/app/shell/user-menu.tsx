import type { User } from '@mille/api/accounts/endpoints.ts'
import { clearDrafts } from '@mille/stores/shared/draft.ts'
import { firstProblem } from '@mille/stores/shared/problems.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Icon } from '@mille/ui/icon/icon.tsx'
import { Menu } from '@mille/ui/menu/menu.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { NotificationsMenu } from '../notifications/notifications-menu.tsx'
import { useApi, useApp } from '../page/app-context.tsx'
import { problemText } from '../page/messages.ts'
import { inLanguage } from '../page/navigation/language-prefix.ts'
import styles from './account-menu.module.css'
import { shellMessages } from './messages.ts'
import { SearchButton } from './search-button.tsx'
import { userMenuMessages } from './user-menu-messages.ts'

/** The search, the notification bell and the menu of the signed-in user. */
export function UserMenu({ user }: { user: User }) {
  const { session } = useApp()
  const api = useApi()
  const viewable = useStore(session.$account)?.meta.viewable_accounts ?? []
  const toast = useToast()

  async function signOut() {
    const result = await session.signOut()
    if (!result.ok) {
      toast.show({ title: problemText(result.problem), tone: 'alarm' })
      return
    }
    // Drafts and the token belong to the account, and a new document clears everything in memory.
    sessionStorage.clear()
    clearDrafts(localStorage)
    location.assign(inLanguage('/', location.pathname))
  }

  async function view(id: string) {
    const result = await api.members.viewMembership({ id })
    if (result.ok) location.assign(inLanguage('/overview', location.pathname))
    else toast.show({ title: problemText(firstProblem(result)), tone: 'alarm' })
  }

  const { username, email } = user.attributes
  const name = username ?? email ?? shellMessages.anonymous
  return (
    <>
      <SearchButton signOut={signOut} />
      <NotificationsMenu />
      <Menu
        trigger={
          <Button variant="quiet" icon="person" title={name}>
            <span className={styles.account}>
              <span className={styles.name}>{name}</span>
              <Icon name="chevron-down" />
            </span>
          </Button>
        }
        items={[
          { kind: 'link', label: shellMessages.finances, icon: 'coin', href: '/finances' },
          { kind: 'link', label: shellMessages.settings, icon: 'settings', href: '/settings' },
          ...viewable.map(({ membership_id, name }) => ({
            kind: 'action' as const,
            label: userMenuMessages.view(name),
            icon: 'eye' as const,
            onSelect: () => void view(membership_id)
          })),
          { kind: 'separator', id: 'end' },
          { kind: 'action', label: shellMessages.signOut, onSelect: () => void signOut() }
        ]}
      />
    </>
  )
}
