import { checkLinkMacros, sampleValues } from '@mille/api/campaigns/link-macros.ts'
import { addressOfClick } from '@mille/api/campaigns/utm.ts'
import type { CampaignDraft } from '@mille/stores/campaign-draft/campaign-rules.ts'
import { completeWebAddress } from '@mille/stores/shared/web-address.ts'
import layout from '../page/layout.module.css'

const messages = { preview: 'A click opens, for example', test: 'Test the link' }

/** An example of the address that a click would open, if it differs from the plain link, and a link to test it. */
export function ClickPreview({ draft }: { draft: CampaignDraft }) {
  const link = completeWebAddress(draft.creative_link)
  const address = exampleOf(link, draft)
  if (address === null) return null
  return (
    <>
      <p className={layout.small} aria-live="polite">
        {address !== new URL(link).href && (
          <>
            {messages.preview}{' '}
            <bdi dir="ltr" className={layout.words}>
              {address}
            </bdi>
          </>
        )}
      </p>
      <a className={layout.small} href={address} target="_blank" rel="noopener noreferrer nofollow">
        {messages.test}
      </a>
    </>
  )
}

/** Returns an example of the address that a click opens, or null if the link is not valid yet. */
function exampleOf(link: string, draft: CampaignDraft): string | null {
  if (!/^https?:\/\//i.test(link) || !URL.canParse(link) || checkLinkMacros(link) !== null)
    return null
  const name = draft.name.trim() || draft.link_text.trim() || sampleValues.campaign_name
  return addressOfClick(link, draft, { ...sampleValues, campaign_name: name })
}
