import type { ErrorCode } from '@mille/api/errors.ts'
import type {
  LivePreviewState,
  LivePreviewStores,
  PreviewChoice
} from '@mille/stores/ad-units/live-preview.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { CopyButton } from '@mille/ui/copy-button/copy-button.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useStore } from '@nanostores/react'
import type { FormEvent, ReactNode } from 'react'
import { formatTime } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { problemText } from '../page/messages.ts'
import { previewFormMessages as messages } from './live-preview-messages.ts'

type PreviewTexts = {
  open: string
  opened: string
  /** What refusals mean here; others have their usual text. */
  refusals: Partial<Record<ErrorCode, string>>
}

export type PreviewFormProps = {
  stores: LivePreviewStores
  choice: PreviewChoice
  texts: PreviewTexts
  /** The fields of the form. */
  children: ReactNode
}

/** The form of publishers and advertisers that opens a page with a chosen ad, and shows the address. */
export function PreviewForm({ stores, choice, texts, children }: PreviewFormProps) {
  const preview = useStore(stores.$preview)

  function submit(event: FormEvent) {
    event.preventDefault()
    // Opened at once: browsers block a tab that opens after the answer has arrived.
    const tab = window.open('about:blank', '_blank')
    if (tab) tab.opener = null
    void stores.create(choice).then(address => {
      if (address === null) tab?.close()
      else tab?.location.replace(address)
    })
  }

  return (
    <form className={layout.form} onSubmit={submit} noValidate>
      {children}
      <div>
        <Button type="submit" isLoading={preview.status === 'loading'}>
          {texts.open}
        </Button>
      </div>
      <Outcome preview={preview} texts={texts} />
    </form>
  )
}

/** The field for the page that opens. */
export function PreviewedPage({ stores, help }: { stores: LivePreviewStores; help: string }) {
  const pageUrl = useStore(stores.$pageUrl)
  const { status } = useStore(stores.$preview)
  return (
    <TextField
      label={messages.page}
      help={help}
      name="previewed_page"
      type="url"
      inputMode="url"
      value={pageUrl}
      error={status === 'address_invalid' ? messages.pageInvalid : undefined}
      onChange={event => stores.changePage(event.target.value)}
    />
  )
}

function Outcome({ preview, texts }: { preview: LivePreviewState; texts: PreviewTexts }) {
  if (preview.status === 'success') {
    const { address, expiresAt } = preview
    return (
      <Notice tone="success" title={texts.opened} isLive>
        <p>{messages.until(formatTime(expiresAt))}</p>
        <p className={layout.words}>
          <code dir="ltr">{address}</code>
        </p>
        <p className={layout.row}>
          <Link href={address} target="_blank">
            {messages.again}
          </Link>
          <CopyButton text={address} what={messages.address} />
        </p>
      </Notice>
    )
  }
  if (preview.status !== 'error') return null
  const { problem } = preview
  return (
    <Notice tone="warning" isLive>
      {texts.refusals[problem.code as ErrorCode] ?? problemText(problem)}
    </Notice>
  )
}
