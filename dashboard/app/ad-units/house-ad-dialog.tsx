import type { HouseAd } from '@mille/api/ad-units/endpoints.ts'
import { maxHouseAdBanners } from '@mille/api/constants.ts'
import type { UnitSize } from '@mille/api/reference-data/banner-sizes.ts'
import {
  type HouseAdForm,
  type HouseAdStores,
  houseAdForm
} from '@mille/stores/ad-units/house-ads.ts'
import { type BannerStores, createBannerStores } from '@mille/stores/banners/banners.ts'
import { FileDrop } from '@mille/ui/file-drop/file-drop.tsx'
import { TextField, type TextFieldProps } from '@mille/ui/text-field/text-field.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import { useApi } from '../page/app-context.tsx'
import { acceptedPictures, bannerDropItem, sizeText } from '../page/forms/banner-files.ts'
import { FormDialog } from '../page/forms/form-dialog.tsx'
import { MomentField, type MomentFieldProps } from '../page/forms/moment-field.tsx'
import { useWatchUpload } from '../page/forms/upload-context.tsx'
import { commonMessages, fieldText } from '../page/messages.ts'
import { GeneralProblems } from '../page/notices/general-problems.tsx'
import { houseAdMessages as messages } from './house-ad-messages.ts'
import { HouseBannerPreview } from './house-banner-preview.tsx'

export type HouseAdDialogProps = {
  stores: HouseAdStores
  /** The size of the unit. */
  unitSize: UnitSize
  /** The house ad to edit. Null to create a new one. */
  ad: HouseAd | null
  onClose: () => void
  onSaved: () => void
}

/** Edits a house ad's text, link, banners, weight and dates. Typed text remains if saving fails. */
export function HouseAdDialog(props: HouseAdDialogProps) {
  const problems = useStore(props.stores.$problems)
  const isSaving = useStore(props.stores.$isWorking)
  const { form, banners, isEarly, textField, momentField, save, close } = useHouseAdForm(props)
  return (
    <FormDialog
      title={props.ad ? messages.editTitle : messages.addTitle}
      action={commonMessages.save}
      isSaving={isSaving}
      onSubmit={save}
      onClose={close}
    >
      <TextField {...textField('text')} maxLength={120} />
      <TextField {...textField('link')} type="url" inputMode="url" />
      <BannersField
        banners={banners}
        unitSize={props.unitSize}
        title={form.text}
        isEarly={isEarly}
        error={fieldText(messages.fields.banner_ids, problems.fields.banner_ids)}
      />
      <TextField {...textField('weight')} help={messages.weightHelp} inputMode="numeric" />
      <MomentField {...momentField('starts_at')} />
      <MomentField {...momentField('ends_at')} />
      <GeneralProblems problems={problems} />
    </FormDialog>
  )
}

type BannersFieldProps = {
  banners: BannerStores
  unitSize: UnitSize
  title: string
  /** Whether the form was to be saved before all banners were uploaded. */
  isEarly: boolean
  error: string | undefined
}

/** Uploads banners and shows one of them in its real size. */
function BannersField({ banners, unitSize, title, isEarly, error }: BannersFieldProps) {
  const isUploading = useStore(banners.$isUploading)
  const items = useStore(banners.$items)
  const ready = useStore(banners.$banners)
  const aboutSize = (size: string) =>
    unitSize === 'Adaptive' || unitSize === size
      ? sizeText(size)
      : messages.otherSize(sizeText(size), sizeText(unitSize))
  return (
    <>
      <FileDrop
        label={messages.fields.banner_ids}
        help={messages.bannersHelp(maxHouseAdBanners)}
        name="banner_ids"
        accept={acceptedPictures}
        isMultiple
        error={isEarly && isUploading ? messages.waitForUpload : error}
        items={items.map(it => bannerDropItem(it, aboutSize))}
        onFiles={files => void banners.upload(files)}
        onRemove={item => void banners.remove(item.id)}
        onRetry={item => void banners.retry(item.id)}
      />
      {ready.length > 0 && <HouseBannerPreview banners={ready} title={title} />}
    </>
  )
}

/** The state of the form, and the function that saves it. */
function useHouseAdForm({ stores, ad, onClose, onSaved }: HouseAdDialogProps) {
  const { fields } = useStore(stores.$problems)
  const [form, setForm] = useState(() => houseAdForm(ad))
  const api = useApi()
  const watchUpload = useWatchUpload()
  const [isEarly, setEarly] = useState(false)
  const [banners] = useState(() =>
    createBannerStores(api, { banners: ad?.attributes.banners ?? [], watchUpload })
  )

  async function save(event: FormEvent) {
    event.preventDefault()
    const isEarly = banners.$isUploading.get()
    setEarly(isEarly)
    if (isEarly) return
    if (!(await stores.save(form, banners.$banners.get(), ad))) return
    onSaved()
    close()
  }

  function close() {
    stores.forgetProblems()
    onClose()
  }

  function field(name: keyof HouseAdForm) {
    const label = messages.fields[name]
    return { label, name, value: form[name], error: fieldText(label, fields[name]) }
  }

  function textField(name: keyof HouseAdForm): TextFieldProps {
    return { ...field(name), onChange: ({ currentTarget }) => change(name, currentTarget.value) }
  }

  function momentField(name: 'starts_at' | 'ends_at'): MomentFieldProps {
    const help = messages.datesHelp[name]
    return { ...field(name), help, isOptional: true, onChange: value => change(name, value) }
  }

  function change(name: keyof HouseAdForm, value: string) {
    setForm(known => ({ ...known, [name]: value }))
    stores.forgetProblems([name])
  }

  return { form, banners, isEarly, textField, momentField, save, close }
}
