import type { Note, NoteList } from '@mille/api/admin/endpoints.ts'
import { createNotesStores } from '@mille/stores/admin/people.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { TextArea } from '@mille/ui/text-area/text-area.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import { useStores } from '../../page/app-context.tsx'
import { formatMoment } from '../../page/formats.ts'
import layout from '../../page/layout.module.css'
import { RestOfList } from '../../page/navigation/rest-of-list.tsx'
import { GeneralProblems } from '../../page/notices/general-problems.tsx'
import { notesMessages as messages } from './notes-messages.ts'

/** Notes of operators about an account, visible only to operators. */
export function NotesCard({ loaded }: { loaded: { list: NoteList; id: string } }) {
  const stores = useStores(createNotesStores, loaded)
  const notes = useStore(stores.$items)
  const problems = useStore(stores.$problems)
  const isSaving = useStore(stores.$isSaving)
  const [text, setText] = useState('')
  const [isTried, setIsTried] = useState(false)
  const toast = useToast()
  const isMissing = text.trim() === ''

  async function submit(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (isMissing || !(await stores.add(text.trim()))) return
    setText('')
    setIsTried(false)
    toast.show({ title: messages.added })
  }

  return (
    <Card title={messages.title} description={messages.description}>
      <div className={layout.stack}>
        <form className={layout.form} onSubmit={event => void submit(event)} noValidate>
          <GeneralProblems problems={problems} />
          <TextArea
            label={messages.text}
            rows={3}
            maxLength={2_000}
            value={text}
            error={isTried && isMissing ? messages.missing : problems.fields.text}
            onChange={event => setText(event.target.value)}
          />
          <div>
            <Button type="submit" isLoading={isSaving}>
              {messages.add}
            </Button>
          </div>
        </form>
        {notes.length === 0 ? (
          <p className={layout.soft}>{messages.empty}</p>
        ) : (
          <ol className={layout.plainList}>
            {notes.map(note => (
              <NoteItem key={note.id} note={note} />
            ))}
          </ol>
        )}
        <RestOfList list={stores} />
      </div>
    </Card>
  )
}

function NoteItem({ note }: { note: Note }) {
  const { text, written_by: by, written_by_name: name, created_at: at } = note.attributes
  return (
    <li>
      <div className={layout.words}>{text}</div>
      <div className={`${layout.soft} ${layout.small}`}>
        {name ?? messages.operator(by)}, <time dateTime={at}>{formatMoment(at)}</time>
      </div>
    </li>
  )
}
