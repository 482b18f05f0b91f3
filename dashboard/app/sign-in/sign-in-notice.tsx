import { Button } from '@mille/ui/button/button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { signInMessages, signInTitles } from '@mille/widgets/login/messages.ts'
import type { ReactNode } from 'react'
import { useApp } from '../page/app-context.tsx'
import styles from './sign-in.module.css'

/**
 * Asks visitors to sign in within a task that needs an account. The sign-in opens over the page, so that no typed text
 * is lost.
 */
export function SignInNotice({ children }: { children: ReactNode }) {
  const { popups } = useApp()
  return (
    <Notice
      action={
        <div className={styles.ways}>
          <Button size="small" onClick={() => popups.open({ name: 'GET_SIGN_IN_POPUP' })}>
            {signInTitles.GET_SIGN_IN_POPUP.title}
          </Button>
          <Button size="small" onClick={() => popups.open({ name: 'CREATE_ACCOUNT' })}>
            {signInMessages.create}
          </Button>
        </div>
      }
    >
      {children}
    </Notice>
  )
}
