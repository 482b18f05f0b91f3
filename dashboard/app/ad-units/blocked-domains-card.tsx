import type { PublisherRules } from '@mille/api/ad-units/endpoints.ts'
import { createBlockedDomainsStores } from '@mille/stores/ad-units/blocked-domains.ts'
import { TextArea } from '@mille/ui/text-area/text-area.tsx'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useApi } from '../page/app-context.tsx'
import { fieldText } from '../page/messages.ts'
import { SavedFormCard } from '../page/saved-form-card.tsx'
import { blockedDomainsMessages as messages } from './blocked-domains-messages.ts'

/** Advertisers that none of the account's ad units shows. */
export function BlockedDomainsCard({ rules }: { rules: PublisherRules }) {
  const api = useApi()
  // Made once: the page loads its data again after other changes, and what is being typed here stays.
  const [stores] = useState(() => createBlockedDomainsStores(api, rules))
  const form = useStore(stores.$form)
  const { fields } = useStore(stores.$problems)
  return (
    <SavedFormCard
      title={messages.title}
      description={messages.text}
      stores={stores}
      saveLabel={messages.save}
      savedText={messages.saved}
    >
      <TextArea
        label={messages.label}
        help={messages.help}
        name="blocked_domains"
        dir="ltr"
        autoCapitalize="none"
        spellCheck={false}
        value={form.blocked_domains}
        error={fieldText(messages.label, fields.blocked_domains)}
        onChange={event => stores.change({ blocked_domains: event.target.value })}
      />
    </SavedFormCard>
  )
}
