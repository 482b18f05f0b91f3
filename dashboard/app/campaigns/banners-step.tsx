import type { BannerStores } from '@mille/stores/banners/banners.ts'
import { Checkbox } from '@mille/ui/checkbox/checkbox.tsx'
import { FileDrop } from '@mille/ui/file-drop/file-drop.tsx'
import { useStore } from '@nanostores/react'
import { useApp } from '../page/app-context.tsx'
import { acceptedPictures, bannerDropItem } from '../page/forms/banner-files.ts'
import layout from '../page/layout.module.css'
import { fieldText } from '../page/messages.ts'
import { SignInNotice } from '../sign-in/sign-in-notice.tsx'
import { campaignWizardMessages as messages } from './messages.ts'
import type { CreativeFieldProps } from './step-props.ts'

/** `sizes` are the sizes that banners may currently have. */
export type BannersStepProps = CreativeFieldProps & {
  banners: BannerStores
  sizes: readonly string[]
}

export function BannersStep(props: BannersStepProps) {
  const { stores, draft, problems, banners, sizes } = props
  const { session } = useApp()
  const isAuthorized = useStore(session.$isAuthorized)
  const items = useStore(banners.$items)
  const { fields } = messages
  return (
    <>
      <p>{messages.bannersText}</p>
      {!isAuthorized && <SignInNotice>{messages.signInForBanners}</SignInNotice>}
      <FileDrop
        label={fields.banner_ids}
        help={messages.bannersHelp}
        name="banner_ids"
        accept={acceptedPictures}
        isMultiple
        isDisabled={!isAuthorized}
        error={fieldText(fields.banner_ids, problems.banner_ids)}
        items={items.map(it => bannerDropItem(it))}
        onFiles={files => void banners.upload(files)}
        onRemove={item => void banners.remove(item.id)}
        onRetry={item => void banners.retry(item.id)}
      />
      <Checkbox
        label={fields.banners_only}
        help={messages.bannersOnlyHelp}
        name="banners_only"
        checked={draft.banners_only}
        error={fieldText(fields.banners_only, problems.banners_only)}
        onChange={event => stores.change({ banners_only: event.target.checked })}
      />
      <p className={`${layout.soft} ${layout.small}`}>
        {messages.sizes}: {sizes.map(size => size.replace('x', '\u00a0×\u00a0')).join(', ')}
      </p>
    </>
  )
}
