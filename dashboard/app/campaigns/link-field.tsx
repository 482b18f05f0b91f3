import { completeWebAddress } from '@mille/stores/shared/web-address.ts'
import { later, useLater } from '@mille/ui/shared/later.ts'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useState } from 'react'
import { fieldText } from '../page/messages.ts'
import { campaignWizardMessages as messages } from './messages.ts'
import type { CreativeFieldProps } from './step-props.ts'

const linkNotice = later(async () => (await import('./link-notice.tsx')).LinkNotice)

/** The field for the ad's link. The linked page is checked when the field loses the focus. */
export function LinkField({ stores: { change }, draft, problems }: CreativeFieldProps) {
  const [address, setAddress] = useState('')
  const LinkNotice = useLater(linkNotice, address !== '')
  const label = messages.fields.creative_link
  return (
    <>
      <TextField
        label={label}
        help={messages.linkHelp}
        name="creative_link"
        type="url"
        inputMode="url"
        placeholder="https://example.com/welcome"
        value={draft.creative_link}
        error={fieldText(label, problems.creative_link)}
        onBlur={() => setAddress(completeWebAddress(draft.creative_link))}
        onChange={event => {
          setAddress('')
          change({ creative_link: event.target.value })
        }}
      />
      {LinkNotice && address !== '' && <LinkNotice address={address} />}
    </>
  )
}
