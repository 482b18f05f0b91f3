import type { DepositStores } from '@mille/stores/payments/deposit.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { useStore } from '@nanostores/react'
import { depositMessages as messages } from './messages.ts'

type Stores = Pick<DepositStores, '$error' | '$isLoading' | 'initialize'>

/** Says why a deposit could not be prepared, with a button to try again. Renders nothing without an error. */
export function DepositSetupFailed({ stores }: { stores: Stores }) {
  const error = useStore(stores.$error)
  const isLoading = useStore(stores.$isLoading)
  return (
    error !== null && (
      <Notice
        tone="alarm"
        title={error}
        isLive
        action={
          <Button size="small" isLoading={isLoading} onClick={() => void stores.initialize()}>
            {messages.retry}
          </Button>
        }
      />
    )
  )
}
