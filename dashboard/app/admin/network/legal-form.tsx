import { legalTextLength } from '@mille/api/constants.ts'
import type { LegalFormStores } from '@mille/stores/admin/legal.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { TextArea } from '@mille/ui/text-area/text-area.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { Description } from '../../marketplace/description.tsx'
import { formatMoment } from '../../page/formats.ts'
import layout from '../../page/layout.module.css'
import { ConfirmDialog } from '../../page/notices/confirm-dialog.tsx'
import { ProblemNotice } from '../../page/notices/problem-notice.tsx'
import { legalAdminMessages as messages } from './legal-messages.ts'

/** The form of one legal page, its preview, and the versions that were published. */
export function LegalForm({ stores }: { stores: LegalFormStores }) {
  const { text } = useStore(stores.$draft)
  const published = useStore(stores.$published)
  const preview = useStore(stores.$preview)
  const problem = useStore(stores.$problem)
  const isReading = useStore(stores.$isReading)
  useEffect(() => stores.restore(localStorage), [stores])
  const isEmpty = text.trim() === ''
  return (
    <div className={layout.stack}>
      <ProblemNotice problem={problem} />
      <TextArea
        label={messages.text}
        name={stores.kind}
        help={messages.help}
        rows={16}
        maxLength={legalTextLength}
        value={text}
        onChange={event => stores.change(event.target.value)}
      />
      <div className={layout.row}>
        <PublishButton
          stores={stores}
          isDisabled={isEmpty || text.trim() === published?.attributes.text}
        />
        <Button disabled={isEmpty} isLoading={isReading} onClick={() => void stores.preview()}>
          {messages.preview}
        </Button>
      </div>
      {preview !== null && (
        <Card title={messages.preview}>
          <Description tree={preview} />
        </Card>
      )}
      <Versions stores={stores} />
    </div>
  )
}

function PublishButton({ stores, isDisabled }: { stores: LegalFormStores; isDisabled: boolean }) {
  const published = useStore(stores.$published)
  const isSaving = useStore(stores.$isSaving)
  const [isAsking, setIsAsking] = useState(false)
  const toast = useToast()
  const version = (published?.attributes.version ?? 0) + 1

  async function publish() {
    const isDone = await stores.publish()
    setIsAsking(false)
    if (isDone) toast.show({ title: messages.published(version) })
  }

  return (
    <>
      <Button variant="primary" disabled={isDisabled} onClick={() => setIsAsking(true)}>
        {messages.publish}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={messages.publishTitle(version)}
        action={messages.publish}
        isWorking={isSaving}
        onConfirm={publish}
      >
        <p>{messages.publishText}</p>
      </ConfirmDialog>
    </>
  )
}

function Versions({ stores }: { stores: LegalFormStores }) {
  const published = useStore(stores.$published)
  const versions = published?.attributes.versions ?? []
  return (
    <Card title={messages.versions}>
      {versions.length === 0 ? (
        <p>{messages.none}</p>
      ) : (
        <ul className={layout.plainList}>
          {versions.map(it => (
            <li key={it.version}>
              <Link href={`/legal/${stores.kind}?version=${it.version}`}>
                {messages.version(it.version)}
              </Link>{' '}
              {messages.by(
                it.published_by_name ?? messages.account(it.published_by),
                formatMoment(it.published_at)
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
