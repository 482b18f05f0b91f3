import {
  adFonts,
  adLooks,
  embedPositions,
  invitationLinks as invitationIds,
  stickySides as sideIds
} from '@mille/api/constants.ts'
import type { CodeEmbeddingStores, ColorName } from '@mille/stores/code-embedding/code-embedding.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { ColorField } from '@mille/ui/color-field/color-field.tsx'
import { RadioCards } from '@mille/ui/radio-cards/radio-cards.tsx'
import { Select } from '@mille/ui/select/select.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import type { FormEvent } from 'react'
import layout from '../page/layout.module.css'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'
import styles from './look-form.module.css'
import {
  colorLabels,
  fonts,
  invitationLinks,
  looks,
  adUnitDetailMessages as messages,
  positions,
  stickySides
} from './messages.ts'

const positionOptions = embedPositions.map(value => ({ value, ...positions[value] }))
const sideOptions = sideIds.map(value => ({ value, label: stickySides[value] }))
const lookOptions = adLooks.map(value => ({ value, ...looks[value] }))
const fontOptions = adFonts.map(value => ({ value, label: fonts[value] }))
const invitationOptions = invitationIds.map(value => ({ value, ...invitationLinks[value] }))
const colorNames = Object.keys(colorLabels) as ColorName[]

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
      <RadioCards
        label={messages.shape}
        name="look"
        options={lookOptions}
        value={settings.look}
        onChange={look => stores.change({ look })}
      />
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
      <ColorFields stores={stores} />
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

function ColorFields({ stores }: { stores: CodeEmbeddingStores }) {
  const { color } = useStore(stores.$settings)
  return (
    <details className={styles.colors}>
      <summary>{messages.colors}</summary>
      <p className={`${layout.soft} ${layout.small}`}>{messages.colorsHelp}</p>
      <div className={layout.pair}>
        {colorNames.map(name => (
          <ColorField
            key={name}
            label={colorLabels[name]}
            name={name}
            value={color[name] ?? ''}
            onChange={value => stores.changeColor(name, value)}
          />
        ))}
      </div>
    </details>
  )
}
