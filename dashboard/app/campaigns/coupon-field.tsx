import { Button } from '@mille/ui/button/button.tsx'
import { FieldGroup } from '@mille/ui/field/field.tsx'
import { Suspense, useState } from 'react'
import layout from '../page/layout.module.css'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { fieldText } from '../page/messages.ts'
import { campaignWizardMessages } from './messages.ts'
import type { StepProps } from './step-props.ts'

const CouponDialog = lazyPart(async () => (await import('./coupon-dialog.tsx')).CouponDialog)

const { fields, coupon: messages } = campaignWizardMessages

/** The coupon field of a new campaign. A popup checks the coupon before it is applied. */
export function CouponField({ stores, draft, problems, isEdit }: StepProps & { isEdit: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const label = fields.coupon_code
  const hasCoupon = draft.coupon_code !== ''
  if (isEdit && !hasCoupon) return null
  return (
    <FieldGroup label={label} isOptional error={fieldText(label, problems.coupon_code)}>
      {() => (
        <div className={layout.row}>
          {hasCoupon && <code>{draft.coupon_code}</code>}
          {!isEdit && (
            <Button size="small" onClick={() => setIsOpen(true)}>
              {hasCoupon ? messages.change : messages.open}
            </Button>
          )}
          {!isEdit && hasCoupon && (
            <Button size="small" variant="quiet" onClick={() => stores.change({ coupon_code: '' })}>
              {messages.remove}
            </Button>
          )}
          <Suspense fallback={null}>
            <CouponDialog
              isOpen={isOpen}
              onClose={() => setIsOpen(false)}
              onTaken={coupon_code => stores.change({ coupon_code })}
            />
          </Suspense>
        </div>
      )}
    </FieldGroup>
  )
}
