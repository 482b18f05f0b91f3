import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { CopyButton } from '@mille/ui/copy-button/copy-button.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import styles from './finances.module.css'
import { depositMessages as messages } from './messages.ts'

/** A network that takes deposits only by hand: says whom to contact, and which account number to give. */
export function NoChain({ userId }: { userId: string }) {
  return (
    <Card>
      <EmptyState
        icon="coin"
        title={messages.none}
        action={
          <>
            <code className={styles.account}>{userId}</code>
            <CopyButton text={userId} />
            <Button href="#live-chat">{messages.contact}</Button>
          </>
        }
      >
        {messages.noneText}
      </EmptyState>
    </Card>
  )
}
