import { type SuggestionState, suggestionLengths, suggestionStates } from '@mille/api/constants.ts'
import type { Suggestion } from '@mille/api/support/endpoints.ts'
import type { ModerationStores } from '@mille/stores/admin/suggestions.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { Select } from '@mille/ui/select/select.tsx'
import { TextArea } from '@mille/ui/text-area/text-area.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import layout from '../../page/layout.module.css'
import { problemText } from '../../page/messages.ts'
import { suggestionStateBadges } from '../../suggestions/messages.ts'
import { SuggestionCard } from '../../suggestions/suggestion-card.tsx'
import { moderationMessages as messages } from './moderation-messages.ts'

const stateOptions = suggestionStates.map(value => ({
  value,
  label: suggestionStateBadges[value].label
}))

/** A suggestion as the public board shows it, with the operator's moderation controls. */
export function ModerationCard({
  suggestion,
  stores
}: {
  suggestion: Suggestion
  stores: ModerationStores
}) {
  const { id, attributes } = suggestion
  const [state, setState] = useState<SuggestionState>(attributes.state)
  const [reply, setReply] = useState(attributes.reply ?? '')
  const [isSaving, setIsSaving] = useState(false)
  const failed = useStore(stores.$failed)
  const toast = useToast()

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isSaving) return
    setIsSaving(true)
    const text = reply.trim()
    const isSaved = await stores.moderate(id, { state, reply: text === '' ? null : text })
    setIsSaving(false)
    if (isSaved) toast.show({ title: messages.saved })
  }

  return (
    <section className={layout.tight}>
      <SuggestionCard suggestion={suggestion} onVote={undefined} />
      {failed?.id === id && (
        <Notice tone="alarm" isLive>
          {problemText(failed.problem)}
        </Notice>
      )}
      <form className={layout.form} onSubmit={event => void save(event)} noValidate>
        <Select
          label={messages.state}
          name="state"
          options={stateOptions}
          value={state}
          onChange={setState}
        />
        <TextArea
          label={messages.reply}
          name="reply"
          rows={2}
          maxLength={suggestionLengths.reply}
          isOptional
          help={messages.replyHelp}
          value={reply}
          onChange={event => setReply(event.target.value)}
        />
        <div className={layout.row}>
          <Button type="submit" isLoading={isSaving}>
            {messages.save}
          </Button>
          <Button
            variant="quiet"
            onClick={() => void stores.moderate(id, { is_hidden: !attributes.is_hidden })}
          >
            {attributes.is_hidden ? messages.show : messages.hide}
          </Button>
        </div>
      </form>
      <hr />
    </section>
  )
}
