import { Button } from '@mille/ui/button/button.tsx'
import { useStore } from '@nanostores/react'
import { Suspense } from 'react'
import { useApp } from '../page/app-context.tsx'
import { lazyPart } from '../page/loads/lazy-part.ts'
import styles from './account-menu.module.css'
import { shellMessages } from './messages.ts'

// The menu's code is loaded separately, because visitors do not need it.
const UserMenu = lazyPart(async () => (await import('./user-menu.tsx')).UserMenu)

/** The signed-in user's menu, or buttons to create an account and sign in. */
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

/**
 * Sign-in buttons at the end of the navigation's menu, for visitors: a phone's header has no room to create an account.
 */
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
