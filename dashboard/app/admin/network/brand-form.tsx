import type { BrandChange } from '@mille/api/brand/endpoints.ts'
import type { BrandStores } from '@mille/stores/admin/brand.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { ColorField } from '@mille/ui/color-field/color-field.tsx'
import { FileDrop } from '@mille/ui/file-drop/file-drop.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { formatMoment } from '../../page/formats.ts'
import layout from '../../page/layout.module.css'
import { fieldText } from '../../page/messages.ts'
import { ProblemNotice } from '../../page/notices/problem-notice.tsx'
import { brandMessages as messages } from './brand-messages.ts'

type BrandFormProps = { stores: BrandStores; change: BrandChange['attributes'] | null }

/** The name, the accent color, the logo and the support address of the network, and who changed them last. */
export function BrandForm({ stores, change }: BrandFormProps) {
  const form = useStore(stores.$form)
  const { fields, general } = useStore(stores.$problems)
  const isSaving = useStore(stores.$isSaving)
  const isChanged = useStore(stores.$isChanged)
  const imageProblem = useStore(stores.$imageProblem)
  const toast = useToast()
  const { revalidate } = useRevalidator()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!(await stores.save())) return
    toast.show({ title: messages.saved })
    // The frame around the page shows the new name and colors.
    await revalidate()
  }

  return (
    <form className={layout.tight} onSubmit={event => void submit(event)} noValidate>
      <ProblemNotice problem={general[0]} />
      <TextField
        label={messages.name}
        name="name"
        help={messages.nameHelp}
        maxLength={40}
        autoComplete="off"
        value={form.name}
        error={fieldText(messages.name, fields.name)}
        onChange={event => stores.change({ name: event.target.value })}
      />
      <AccentField stores={stores} />
      <LogoField stores={stores} />
      <TextField
        label={messages.address}
        name="support_address"
        help={messages.addressHelp}
        type="email"
        isOptional
        autoComplete="off"
        value={form.support_address}
        error={fieldText(messages.address, fields.support_address)}
        onChange={event => stores.change({ support_address: event.target.value })}
      />
      {change && <p>{messages.changed(change.changed_by, formatMoment(change.changed_at))}</p>}
      <div>
        <Button
          type="submit"
          size="small"
          disabled={!isChanged || imageProblem !== null}
          isLoading={isSaving}
        >
          {messages.save}
        </Button>
      </div>
    </form>
  )
}

function AccentField({ stores }: { stores: BrandStores }) {
  const { accent } = useStore(stores.$form)
  const { fields } = useStore(stores.$problems)
  const problem = useStore(stores.$accentProblem) ?? fields.accent
  const nearest = useStore(stores.$nearest)
  return (
    <>
      <ColorField
        label={messages.accent}
        name="accent"
        help={messages.accentHelp}
        isOptional
        value={accent}
        error={fieldText(messages.accent, problem)}
        onChange={value => stores.change({ accent: value })}
      />
      {nearest !== null && (
        <div>
          <Button size="small" onClick={() => stores.change({ accent: nearest })}>
            {messages.use(nearest)}
          </Button>
        </div>
      )}
    </>
  )
}

/** The logo: the chosen file with its preview, else the one that the network has. */
function LogoField({ stores }: { stores: BrandStores }) {
  const { logo, image } = useStore(stores.$form)
  const { fields } = useStore(stores.$problems)
  const problem = useStore(stores.$imageProblem) ?? fields.image ?? fields.logo_id
  const preview = usePreview(image)
  const shown = image
    ? { id: 'chosen', name: image.name, previewUrl: preview }
    : logo && { id: logo.id, name: messages.currentLogo, previewUrl: logo.source }
  return (
    <>
      <FileDrop
        label={messages.logo}
        name="image"
        help={messages.logoHelp}
        accept="image/png,image/webp"
        isMultiple={false}
        error={fieldText(messages.logo, problem)}
        items={shown ? [{ ...shown, state: 'ready' }] : []}
        onFiles={([file]) => stores.change({ image: file ?? null })}
        onRemove={image ? () => stores.change({ image: null }) : undefined}
      />
      {logo && !image && (
        <div>
          <Button size="small" onClick={() => stores.change({ logo: null })}>
            {messages.removeLogo}
          </Button>
        </div>
      )}
    </>
  )
}

/** Returns an address of the chosen picture in this browser, which it has before it is sent. */
function usePreview(image: File | null): string | undefined {
  const [preview, setPreview] = useState<string>()
  useEffect(() => {
    if (!image) return
    const url = URL.createObjectURL(image)
    setPreview(url)
    return () => {
      setPreview(undefined)
      URL.revokeObjectURL(url)
    }
  }, [image])
  return preview
}
