import { utmNames } from '@mille/api/constants.ts'
import { noUtm, usualUtm } from '@mille/stores/campaign-draft/campaign-rules.ts'
import { Checkbox } from '@mille/ui/checkbox/checkbox.tsx'
import { later, useLater } from '@mille/ui/shared/later.ts'
import { Skeleton } from '@mille/ui/skeleton/skeleton.tsx'
import { Suspense, useState } from 'react'
import layout from '../page/layout.module.css'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { campaignWizardMessages as messages } from './messages.ts'
import type { StepProps } from './step-props.ts'

const UtmFields = lazyPart(async () => (await import('./utm-fields.tsx')).UtmFields)
const clickPreview = later(async () => (await import('./click-preview.tsx')).ClickPreview)

/**
 * Switches the UTM parameters of the link on or off and previews the clicked address. The switch stays on while its
 * fields are cleared to type other values.
 */
export function UtmSwitch(props: StepProps) {
  const {
    stores: { change },
    draft
  } = props
  const [isOn, setIsOn] = useState(false)
  const hasLink = draft.creative_link.trim() !== ''
  const ClickPreview = useLater(clickPreview, hasLink)
  const hasValues = utmNames.some(name => draft[name] !== '')
  // A draft with UTM values counts as switched on until the switch removes them all.
  if (hasValues && !isOn) setIsOn(true)

  function toggle(next: boolean) {
    change(next ? usualUtm(window.location.hostname) : noUtm)
    setIsOn(next)
  }

  return (
    <>
      <Checkbox
        label={messages.utm}
        help={messages.utmHelp}
        name="utm"
        checked={isOn}
        onChange={event => toggle(event.target.checked)}
      />
      {isOn && (
        <Suspense fallback={<Skeleton height="30rem" />}>
          <UtmFields {...props} />
        </Suspense>
      )}
      {hasLink && (
        <div className={layout.controlLine}>{ClickPreview && <ClickPreview draft={draft} />}</div>
      )}
    </>
  )
}
