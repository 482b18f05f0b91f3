import type { PictureKind } from '@mille/api/constants.ts'
import { createPictureStores } from '@mille/stores/banners/picture.ts'
import type { CampaignDraft } from '@mille/stores/campaign-draft/campaign-rules.ts'
import { FileDrop, type FileDropItem } from '@mille/ui/file-drop/file-drop.tsx'
import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import { useApi, useApp } from '../page/app-context.tsx'
import { acceptedPictures } from '../page/forms/banner-files.ts'
import { useWatchUpload } from '../page/forms/upload-context.tsx'
import layout from '../page/layout.module.css'
import { fieldText, problemText } from '../page/messages.ts'
import { SignInNotice } from '../sign-in/sign-in-notice.tsx'
import { campaignWizardMessages as messages } from './messages.ts'
import type { CreativeFieldProps } from './step-props.ts'

/** The logo and illustration of a text ad. */
export function CreativePictures(props: CreativeFieldProps) {
  const { session } = useApp()
  const isAuthorized = useStore(session.$isAuthorized)
  return (
    <div className={layout.tight}>
      <p className={`${layout.soft} ${layout.small}`}>{messages.picturesText}</p>
      {!isAuthorized && <SignInNotice>{messages.signInForBanners}</SignInNotice>}
      <div className={layout.pair}>
        <PictureField {...props} kind="logo" isDisabled={!isAuthorized} />
        <PictureField {...props} kind="illustration" isDisabled={!isAuthorized} />
      </div>
    </div>
  )
}

type PictureFieldProps = CreativeFieldProps & {
  kind: Exclude<PictureKind, 'banner'>
  isDisabled: boolean
}

function PictureField({ stores, draft, problems, kind, isDisabled }: PictureFieldProps) {
  const api = useApi()
  const watchUpload = useWatchUpload()
  const name = `advert_${kind}` as const
  const picture = useMemo(
    () => createPictureStores(api, kind, watchUpload),
    [api, kind, watchUpload]
  )
  const upload = useStore(picture.$upload)
  const label = messages.fields[name]

  async function take(file: File | undefined) {
    if (file === undefined) return
    const uploaded = await picture.upload(file)
    if (uploaded) stores.change({ [name]: uploaded })
  }

  return (
    <FileDrop
      label={label}
      help={kind === 'logo' ? messages.logoHelp : messages.illustrationHelp}
      name={name}
      accept={acceptedPictures}
      isDisabled={isDisabled}
      error={fieldText(label, problems[name])}
      items={itemsOf(upload, draft[name])}
      onFiles={files => void take(files[0])}
      onRemove={() => {
        picture.cancel()
        stores.change({ [name]: null })
      }}
    />
  )
}

type Upload = ReturnType<ReturnType<typeof createPictureStores>['$upload']['get']>

function itemsOf(upload: Upload, picture: CampaignDraft['advert_logo']): FileDropItem[] {
  if (upload?.state === 'uploading') {
    const { name, progress } = upload
    return [{ id: 'upload', name, state: 'uploading', progress }]
  }
  if (upload?.state === 'failed') {
    return [
      { id: 'upload', name: upload.name, state: 'failed', error: problemText(upload.problem) }
    ]
  }
  if (picture === null) return []
  const { id, file_name: name, source: previewUrl, width, height } = picture
  return [{ id, name, previewUrl, detail: `${width} × ${height}`, state: 'ready' }]
}
