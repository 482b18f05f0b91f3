import type { CampaignStores } from '@mille/stores/campaigns/campaign.ts'
import { ComparedAmount } from '@mille/ui/amount/compared-amount.tsx'
import { AmountField } from '@mille/ui/amount-field/amount-field.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, Suspense, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useApp } from '../page/app-context.tsx'
import { Facts } from '../page/facts.tsx'
import layout from '../page/layout.module.css'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { problemText } from '../page/messages.ts'
import { campaignDetailMessages as messages } from './campaign-messages.ts'

/** Moves money from the account's balance to the campaign. `available` is in units of the campaign's asset. */
export function FundCampaign({ stores, available }: { stores: CampaignStores; available: bigint }) {
  const { id, asset, balance } = useStore(stores.$campaign)
  const can = useStore(stores.$can)
  const work = useStore(stores.$work)
  const error = useStore(stores.$fundingError)
  const user = useStore(useApp().session.$user)
  const [text, setText] = useState('')
  const toast = useToast()
  const revalidator = useRevalidator()
  if (!can.fund) return null

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!(await stores.fund(text))) return
    setText('')
    toast.show({ title: messages.funded })
    void revalidator.revalidate()
  }

  return (
    <Card title={messages.fund} description={messages.fundText}>
      <form className={layout.tight} onSubmit={event => void submit(event)} noValidate>
        <Facts
          facts={[
            [messages.available, <ComparedAmount key="available" units={available} asset={asset} />]
          ]}
        />
        {available === 0n && (
          <p className={`${layout.soft} ${layout.small}`}>{messages.noBalance}</p>
        )}
        <AmountField
          asset={asset}
          label={messages.amount}
          name="amount"
          value={text}
          error={error ? problemText(error) : undefined}
          onChange={event => setText(event.target.value)}
        />
        <Button
          type="submit"
          variant={balance === 0n && available > 0n ? 'primary' : 'secondary'}
          isLoading={work === 'funding'}
        >
          {messages.fundSubmit}
        </Button>
      </form>
      {user && <DepositHere campaignId={id} userId={user.id} />}
    </Card>
  )
}

/** Loaded only when it opens, because most campaigns are funded from the balance. */
const DepositDialog = lazyPart(
  async () => (await import('../finances/deposit-dialog.tsx')).DepositDialog
)

function DepositHere({ campaignId, userId }: { campaignId: string; userId: string }) {
  const { revalidate } = useRevalidator()
  const [isOpen, setIsOpen] = useState(false)
  const [isWanted, setIsWanted] = useState(false)
  return (
    <>
      <p className={layout.small}>
        <button
          type="button"
          className={layout.textButton}
          onClick={() => {
            setIsWanted(true)
            setIsOpen(true)
          }}
        >
          {messages.depositHere}
        </button>
      </p>
      {isWanted && (
        <Suspense fallback={null}>
          <DepositDialog
            depositable={{ id: campaignId, type: 'campaign' }}
            userId={userId}
            isOpen={isOpen}
            onPaid={() => void revalidate()}
            onClose={() => {
              setIsOpen(false)
              void revalidate()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
