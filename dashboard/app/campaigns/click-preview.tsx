import { checkLinkMacros, sampleValues } from '@mille/api/campaigns/link-macros.ts'
import { addressOfClick } from '@mille/api/campaigns/utm.ts'
import type { CampaignDraft } from '@mille/stores/campaign-draft/campaign-rules.ts'
import { completeWebAddress } from '@mille/stores/shared/web-address.ts'
import layout from '../page/layout.module.css'

const messages = { preview: 'A click opens, for example', test: 'Test the link' }

/** The address that a click would open, where it is not just the link, and a way to try it. */
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

/** Null while the link is none that could be clicked. */
function exampleOf(link: string, draft: CampaignDraft): string | null {
  if (!/^https?:\/\//i.test(link) || !URL.canParse(link) || checkLinkMacros(link) !== null)
    return null
  const name = draft.name.trim() || draft.link_text.trim() || sampleValues.campaign_name
  return addressOfClick(link, draft, { ...sampleValues, campaign_name: name })
}
