import { CouponField } from './coupon-field.tsx'
import { ReaderFields, WordsFields } from './creative-fields.tsx'
import { CreativePictures } from './creative-pictures.tsx'
import { LinkField } from './link-field.tsx'
import { NameField } from './name-field.tsx'
import type { StepProps } from './step-props.ts'
import { UtmSwitch } from './utm-switch.tsx'

export function CreativeStep(props: StepProps & { isEdit: boolean }) {
  return (
    <>
      <NameField {...props} />
      <WordsFields {...props} />
      <LinkField {...props} />
      <UtmSwitch {...props} />
      <ReaderFields {...props} />
      <CreativePictures {...props} />
      <CouponField {...props} />
    </>
  )
}
