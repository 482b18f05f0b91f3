import {
  adFonts,
  embedPositions,
  invitationLinks as invitationIds,
  stickySides as sideIds
} from '@mille/api/constants.ts'
import type { CodeEmbeddingStores } from '@mille/stores/code-embedding/code-embedding.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { RadioCards } from '@mille/ui/radio-cards/radio-cards.tsx'
import { Select } from '@mille/ui/select/select.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import type { FormEvent } from 'react'
import layout from '../page/layout.module.css'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'
import { ColorFields, LookField } from './look-fields.tsx'
import {
  fonts,
  invitationLinks,
  adUnitDetailMessages as messages,
  positions,
  stickySides
} from './messages.ts'

const positionOptions = embedPositions.map(value => ({ value, ...positions[value] }))
const sideOptions = sideIds.map(value => ({ value, label: stickySides[value] }))
const fontOptions = adFonts.map(value => ({ value, label: fonts[value] }))
const invitationOptions = invitationIds.map(value => ({ value, ...invitationLinks[value] }))

/** The form for a unit's position, side, look, font, invitation and colors. */
export function LookForm({ stores }: { stores: CodeEmbeddingStores }) {
  const settings = useStore(stores.$settings)
  const isChanged = useStore(stores.$isChanged)
  const isSaving = useStore(stores.$isSaving)
  const problem = useStore(stores.$problem)
  const toast = useToast()

  async function save(event: FormEvent) {
    event.preventDefault()
    await stores.save()
    if (!stores.$problem.get()) toast.show({ title: messages.saved })
  }

  return (
    <form className={layout.form} onSubmit={event => void save(event)} noValidate>
      <RadioCards
        label={messages.position}
        name="position"
        options={positionOptions}
        value={settings.position}
        onChange={position => stores.change({ position })}
      />
      {settings.position === 'sticky' && (
        <Select
          label={messages.side}
          name="sticky_side"
          options={sideOptions}
          value={settings.sticky_side}
          onChange={sticky_side => stores.change({ sticky_side })}
        />
      )}
      <LookField value={settings.look} onChange={look => stores.change({ look })} />
      <Select
        label={messages.font}
        name="font"
        options={fontOptions}
        value={settings.font}
        onChange={font => stores.change({ font })}
      />
      <RadioCards
        label={messages.invitation}
        name="invitation_link"
        options={invitationOptions}
        value={settings.invitation_link}
        onChange={invitation_link => stores.change({ invitation_link })}
      />
      <ColorFields color={settings.color} onChange={stores.changeColor} />
      <ProblemNotice problem={problem} />
      <div className={layout.row}>
        <Button type="submit" disabled={!isChanged} isLoading={isSaving}>
          {messages.save}
        </Button>
        <span className={`${layout.soft} ${layout.small}`} role="status">
          {isChanged ? messages.unsaved : ''}
        </span>
      </div>
    </form>
  )
}
