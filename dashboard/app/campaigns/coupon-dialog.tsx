import { createCouponCheckStores } from '@mille/stores/coupon-check/coupon-check.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Dialog } from '@mille/ui/dialog/dialog.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, useMemo, useState } from 'react'
import { useApi } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { commonMessages, problemText } from '../page/messages.ts'
import { popupMessages } from './popup-messages.ts'

const { coupon: messages } = popupMessages

type CouponDialogProps = { isOpen: boolean; onClose: () => void; onTaken: (code: string) => void }

/** Checks a coupon and shows what it is worth before it is applied to the campaign. */
export function CouponDialog({ isOpen, onClose, onTaken }: CouponDialogProps) {
  const api = useApi()
  const stores = useMemo(() => createCouponCheckStores(api), [api])
  const check = useStore(stores.$check)
  const [code, setCode] = useState('')
  const [isEmpty, setIsEmpty] = useState(false)

  function close() {
    stores.reset()
    setCode('')
    onClose()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    // In React, events of the dialog reach the wizard's form, although the dialog is outside it in the DOM.
    event.stopPropagation()
    setIsEmpty(code.trim() === '')
    if (code.trim() === '') return
    if (check.status !== 'success') {
      await stores.check(code.trim())
      return
    }
    onTaken(check.effect.code)
    close()
  }

  const error = check.status === 'error' ? problemText(check.problem) : undefined
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={open => {
        if (!open) close()
      }}
      title={messages.title}
      description={messages.text}
      size="small"
    >
      <form className={layout.form} onSubmit={event => void submit(event)} noValidate>
        <TextField
          label={messages.code}
          name="coupon"
          isCode
          autoComplete="off"
          value={code}
          error={isEmpty ? messages.empty : error}
          onChange={event => {
            stores.reset()
            setCode(event.target.value)
          }}
        />
        {check.status === 'success' && (
          <Notice tone="success" isLive>
            {check.effect.kind === 'half_fee' ? (
              messages.halfFee
            ) : (
              <>
                {messages.promotion}{' '}
                <Amount units={check.effect.amount} asset={check.effect.asset} />
              </>
            )}
          </Notice>
        )}
        <div className={layout.row}>
          <Button type="submit" variant="primary" isLoading={check.status === 'loading'}>
            {check.status === 'success' ? messages.take : messages.check}
          </Button>
          <Button onClick={close}>{commonMessages.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}
