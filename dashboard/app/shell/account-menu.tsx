import { Button } from '@mille/ui/button/button.tsx'
import { useStore } from '@nanostores/react'
import { Suspense } from 'react'
import { useApp } from '../page/app-context.tsx'
import { lazyPart } from '../page/loads/lazy-part.ts'
import styles from './account-menu.module.css'
import { shellMessages } from './messages.ts'

// Visitors read without what menus are made of.
const UserMenu = lazyPart(async () => (await import('./user-menu.tsx')).UserMenu)

/** Who is signed in, or the way to be. */
export function AccountMenu() {
  const { session, popups } = useApp()
  const user = useStore(session.$user)

  if (user === null) {
    return (
      <>
        <span className={styles.wide}>
          <Button variant="quiet" onClick={() => popups.open({ name: 'CREATE_ACCOUNT' })}>
            {shellMessages.createAccount}
          </Button>
        </span>
        <Button onClick={() => popups.open({ name: 'GET_SIGN_IN_POPUP' })}>
          {shellMessages.signIn}
        </Button>
      </>
    )
  }

  return (
    <Suspense fallback={null}>
      <UserMenu user={user} />
    </Suspense>
  )
}

/** In the navigation's menu, for visitors: on a phone the header has room for signing in only. */
export function AccountMenuEnd() {
  const { session, popups } = useApp()
  if (useStore(session.$user) !== null) return null
  return (
    <>
      <Button isWide onClick={() => popups.open({ name: 'CREATE_ACCOUNT' })}>
        {shellMessages.createAccount}
      </Button>
      <Button isWide onClick={() => popups.open({ name: 'GET_SIGN_IN_POPUP' })}>
        {shellMessages.signIn}
      </Button>
    </>
  )
}
