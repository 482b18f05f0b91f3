import {
  type ReportReason,
  reportNoteLength,
  reportReasons
} from '@mille/api/ad-reports/reasons.ts'
import { createAdReportStores } from '@mille/stores/ad-report/ad-report.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { FormErrors } from '@mille/ui/form-errors/form-errors.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { RadioCards } from '@mille/ui/radio-cards/radio-cards.tsx'
import { TextArea } from '@mille/ui/text-area/text-area.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import { useStores } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { fieldText, problemText } from '../page/messages.ts'
import { reportMessages as messages, reasonLabels } from './messages.ts'

export type ReportFormProps = { shown: { creativeId: string; unitId: string } }

/** Keeps the chosen reason and the typed text if the report cannot be sent. */
export function ReportForm({ shown }: ReportFormProps) {
  const stores = useStores(createAdReportStores, shown)
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [note, setNote] = useState('')
  const [attempt, setAttempt] = useState(0)
  const [isMissing, setIsMissing] = useState(false)
  const problems = useStore(stores.$problems)
  const isSending = useStore(stores.$isSending)
  const isProving = useStore(stores.$proof) !== null
  const isSent = useStore(stores.$isSent)
  const reasonError = isMissing ? messages.reasonMissing : undefined
  const noteError = fieldText(messages.note, problems.fields.note)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setIsMissing(reason === null)
    const isDone = reason !== null && (await stores.report(reason, note))
    if (!isDone) setAttempt(attempt + 1)
  }

  if (isSent)
    return (
      <Notice tone="success" isLive title={messages.sentTitle}>
        {messages.sent}
      </Notice>
    )
  return (
    <form className={layout.form} onSubmit={event => void submit(event)} noValidate>
      <p className={layout.soft}>{messages.text}</p>
      <FormErrors
        attempt={attempt}
        errors={[
          ...(reasonError ? [{ message: reasonError, field: 'reason' }] : []),
          ...(noteError ? [{ message: noteError, field: 'note' }] : []),
          ...problems.general.map(problem => ({ message: problemText(problem) }))
        ]}
      />
      <RadioCards
        label={messages.reason}
        name="reason"
        error={reasonError}
        options={reportReasons.map(value => ({ value, label: reasonLabels[value] }))}
        value={reason}
        onChange={value => {
          setReason(value)
          setIsMissing(false)
        }}
      />
      <TextArea
        label={messages.note}
        name="note"
        rows={4}
        maxLength={reportNoteLength}
        isOptional
        help={messages.noteHelp}
        value={note}
        error={noteError}
        onChange={event => setNote(event.target.value)}
      />
      <div className={layout.row}>
        <Button type="submit" variant="primary" isLoading={isSending}>
          {messages.send}
        </Button>
        {isProving && <span role="status">{messages.proving}</span>}
      </div>
    </form>
  )
}
