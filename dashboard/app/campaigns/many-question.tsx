import { parseAmount } from '@mille/money/amount.ts'
import type { CampaignView } from '@mille/stores/campaigns/campaign-view.ts'
import type { ManyCampaignsStores, ManyWish } from '@mille/stores/campaigns/many-campaigns.ts'
import { AmountField } from '@mille/ui/amount-field/amount-field.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Dialog } from '@mille/ui/dialog/dialog.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, useId, useState } from 'react'
import { commonMessages, problemText } from '../page/messages.ts'
import { ConfirmDialog } from '../page/notices/confirm-dialog.tsx'
import type { Asked } from './many-campaigns.tsx'
import { manyMessages as messages } from './many-messages.ts'
import { currencyLabels } from './messages.ts'

type QuestionProps = {
  stores: ManyCampaignsStores
  campaigns: readonly CampaignView[]
  onClose: () => void
}

/** Confirms the archiving of campaigns, or asks for their budget. The dialog stays open if the change fails. */
export function ManyQuestion({ asked, ...props }: QuestionProps & { asked: Asked }) {
  return asked === 'archive' ? <ArchiveQuestion {...props} /> : <BudgetQuestion {...props} />
}

function useApply({ stores, onClose }: QuestionProps) {
  const work = useStore(stores.$work)
  async function apply(wish: ManyWish) {
    if (await stores.apply(wish)) onClose()
  }
  return { apply, isWorking: work !== null }
}

function ArchiveQuestion(props: QuestionProps) {
  const { campaigns, onClose } = props
  const { apply, isWorking } = useApply(props)
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={messages.archiveTitle(campaigns.length)}
      description={messages.archiveText}
      action={messages.open.archive}
      isWorking={isWorking}
      onConfirm={() => apply({ action: 'archive' })}
    >
      <Failure {...props} />
    </ConfirmDialog>
  )
}

function BudgetQuestion(props: QuestionProps) {
  const { campaigns, onClose } = props
  const { apply, isWorking } = useApply(props)
  const [text, setText] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const formId = useId()
  const [asset, ...otherAssets] = new Set(campaigns.map(it => it.asset))
  const currencies = new Set(campaigns.map(it => it.payment?.currency))
  // The budget is entered in the currency of the campaigns if they all use the same one.
  const unit = currencies.size === 1 ? campaigns[0]?.payment?.currency : undefined
  const isMixed = otherAssets.length > 0

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (asset === undefined) return
    const dailyBudget = parseAmount(text, unit ?? (asset === 'BTC' ? 'btc' : 'usd'))
    if (dailyBudget === null || dailyBudget === 0n) return setIsMissing(true)
    await apply({ action: 'set_daily_budget', dailyBudget, asset })
  }

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      isKeptOnOutsidePress
      title={messages.budgetTitle(campaigns.length)}
      description={messages.budgetText}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{commonMessages.cancel}</Button>
          {!isMixed && (
            <Button type="submit" form={formId} variant="primary" isLoading={isWorking}>
              {commonMessages.save}
            </Button>
          )}
        </>
      }
    >
      <Failure {...props} />
      {isMixed && <Notice tone="warning">{messages.mixed}</Notice>}
      {!isMixed && asset && (
        <form id={formId} onSubmit={event => void submit(event)} noValidate>
          <AmountField
            {...{ asset, currency: unit }}
            unit={unit && currencyLabels[unit].unit}
            label={messages.budget}
            name="daily_budget"
            value={text}
            error={isMissing ? problemText({ code: 'amount_invalid', detail: '' }) : undefined}
            onChange={event => {
              setText(event.target.value)
              setIsMissing(false)
            }}
          />
        </form>
      )}
    </Dialog>
  )
}

function Failure({ stores }: QuestionProps) {
  const problem = useStore(stores.$problem)
  if (!problem) return null
  return (
    <Notice tone="alarm" title={messages.notDone} isLive>
      {problemText(problem)}
    </Notice>
  )
}
