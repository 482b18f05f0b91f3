import { type OrderState, orderLengths } from '@mille/api/constants.ts'
import type { ProofCheck } from '@mille/api/marketplace/endpoints.ts'
import type { OrderStores } from '@mille/stores/publication-orders/order.ts'
import { completeWebAddress } from '@mille/stores/shared/web-address.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Dialog } from '@mille/ui/dialog/dialog.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { TextArea } from '@mille/ui/text-area/text-area.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, useId, useState } from 'react'
import layout from '../page/layout.module.css'
import { commonMessages, fieldText, problemText } from '../page/messages.ts'
import { orderMessages as messages, moveWords } from './messages.ts'
import { proofFindings } from './proof-findings.ts'

/** The actions that this side may now take on the order. Each one first explains its effect. */
export function OrderActions({ stores }: { stores: OrderStores }) {
  const { next_states, proof } = useStore(stores.$order).data.attributes
  const [asked, setAsked] = useState<OrderState | null>(null)
  const shown = next_states.filter(state => moveWords[state])
  return (
    <>
      {shown.map(state => (
        <Button
          key={state}
          variant={
            isForward(state) && !(state === 'confirmed' && hasFailed(proof))
              ? 'primary'
              : 'secondary'
          }
          onClick={() => setAsked(state)}
        >
          {moveWords[state]?.action}
        </Button>
      ))}
      {asked !== null && (
        <MoveDialog
          key={asked}
          stores={stores}
          to={asked}
          onClose={() => setAsked(null)}
          onDispute={next_states.includes('disputed') ? () => setAsked('disputed') : undefined}
        />
      )}
    </>
  )
}

const backward: readonly OrderState[] = ['declined', 'cancelled', 'disputed']
const isForward = (state: OrderState) => !backward.includes(state)
const needsReason = (state: OrderState) => state === 'declined' || state === 'disputed'

/** Returns whether a check of the publication has failed. Confirming is then no longer the primary action. */
const hasFailed = (proof: ProofCheck | null) =>
  proof !== null && proofFindings(proof).some(it => !it.isGood)

type MoveDialogProps = {
  stores: OrderStores
  to: OrderState
  onClose: () => void
  onDispute: (() => void) | undefined
}

function MoveDialog({ stores, to, onClose, onDispute }: MoveDialogProps) {
  const formId = useId()
  const { proof } = useStore(stores.$order).data.attributes
  const { fields, general } = useStore(stores.$problems)
  const [text, setText] = useState('')
  const toast = useToast()
  const words = moveWords[to]
  if (!words) return null

  function close() {
    stores.clearProblems()
    onClose()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const more = needsReason(to)
      ? { reason: text }
      : to === 'published'
        ? { proof_url: completeWebAddress(text) }
        : {}
    if (!(await stores.move(to, more))) return
    toast.show({ title: words?.done ?? '' })
    onClose()
  }

  const field = {
    value: text,
    onChange: (event: { target: { value: string } }) => setText(event.target.value)
  }
  return (
    <Dialog
      isOpen
      onOpenChange={isOpen => !isOpen && close()}
      title={words.title}
      description={words.text}
      size="small"
      isKeptOnOutsidePress
      footer={<MoveButtons {...{ stores, to, formId, onDispute }} onClose={close} />}
    >
      <form id={formId} className={layout.tight} onSubmit={event => void submit(event)} noValidate>
        {general.map(problem => (
          <p key={problem.code} role="alert">
            {problemText(problem)}
          </p>
        ))}
        {to === 'confirmed' && proof && hasFailed(proof) && <FailedChecks proof={proof} />}
        {needsReason(to) && (
          <TextArea
            {...field}
            label={messages.reason}
            name="reason"
            maxLength={orderLengths.reason}
            help={messages.reasonHelp}
            error={fieldText(messages.reason, fields.reason)}
          />
        )}
        {to === 'published' && (
          <TextField
            {...field}
            label={messages.proofUrl}
            name="proof_url"
            inputMode="url"
            error={fieldText(messages.proofUrl, fields.proof_url)}
          />
        )}
      </form>
    </Dialog>
  )
}

function MoveButtons({
  stores,
  to,
  formId,
  onClose,
  onDispute
}: MoveDialogProps & { formId: string }) {
  const { proof } = useStore(stores.$order).data.attributes
  const work = useStore(stores.$work)
  return (
    <>
      <Button onClick={onClose}>
        {to === 'cancelled' ? messages.keepOrder : commonMessages.cancel}
      </Button>
      {to === 'confirmed' && onDispute && (
        <Button onClick={onDispute}>{moveWords.disputed?.action}</Button>
      )}
      <Button
        type="submit"
        form={formId}
        variant={
          to === 'declined' || to === 'cancelled'
            ? 'danger'
            : to === 'confirmed' && hasFailed(proof)
              ? 'secondary'
              : 'primary'
        }
        isLoading={work === to}
      >
        {moveWords[to]?.action}
      </Button>
    </>
  )
}

/** The failed checks, shown again where the money is released. */
function FailedChecks({ proof }: { proof: ProofCheck }) {
  return (
    <Notice tone="warning" title={messages.checksFailed}>
      <ul className={layout.plainList}>
        {proofFindings(proof)
          .filter(it => !it.isGood)
          .map(({ words }) => (
            <li key={words}>{words}</li>
          ))}
      </ul>
      <p>{messages.confirmAnyway}</p>
    </Notice>
  )
}
