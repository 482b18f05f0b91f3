import type { readChallenge } from '@mille/api/captcha/endpoints.ts'
import type { CallResult } from '@mille/api/client.ts'
import { createBinder } from '@mille/api/create-binder.ts'
import { sendRequest } from '@mille/api/send-request.ts'
import { sendLetter } from '@mille/api/support/endpoints.ts'
import type { Transport } from '@mille/api/transport.ts'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { type Translated, translate } from '../shared/words.ts'
import { chatPanelMessages } from './chat-panel-messages.ts'
import { letterMessages } from './letter-messages.ts'

type Field = 'email' | 'text'
type Problem = { field: Field | null; text: string }

/**
 * Contact form on another site's page: a message with an address to reply to, from visitors who have no account or are
 * not signed in. If the network does not accept it, the link beside the form leads to where messages are accepted.
 */
export function LetterForm({
  transport,
  onRefused,
  words
}: Translated & { transport: Transport; onRefused: () => void }) {
  const panel = translate(chatPanelMessages, words)
  const messages = translate(letterMessages, words)
  const [send] = useState(() => createSender(transport))
  const [problem, setProblem] = useState<Problem | null>(null)
  const [state, setState] = useState<'writing' | 'sending' | 'sent'>('writing')
  const text = useRef<HTMLTextAreaElement>(null)
  const email = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => text.current?.focus(), [])

  const report = (field: Field | null, said: string) => {
    setState('writing')
    setProblem({ field, text: said })
    if (field) (field === 'text' ? text : email).current?.focus()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (state === 'sending') return
    const letter = {
      email: email.current?.value.trim() ?? '',
      text: text.current?.value.trim() ?? ''
    }
    if (letter.text === '') return report('text', `${panel.problems.message_empty}`)
    if (!/^\S+@\S+\.\S+$/.test(letter.email)) return report('email', messages.emailWrong)
    setState('sending')
    setProblem(null)
    const result = await send(letter)
    if (result.ok) return setState('sent')
    if (result.code === 'chat_elsewhere') return onRefused()
    const isAddress = result.errors[0]?.source?.pointer?.endsWith('/email')
    if (isAddress) return report('email', messages.emailWrong)
    report(null, panel.problems[result.code] ?? panel.notSent)
  }

  if (state === 'sent') return <Sent text={messages.letterSent} />
  const marks = (field: Field) => ({
    id: `${id}${field}`,
    'aria-invalid': problem?.field === field,
    'aria-describedby': problem?.field === field ? `${id}error` : undefined
  })
  return (
    <form onSubmit={event => void submit(event)} noValidate>
      <label htmlFor={`${id}text`}>{panel.text}</label>
      <textarea ref={text} rows={4} maxLength={2_000} dir="auto" {...marks('text')} />
      <label htmlFor={`${id}email`}>{messages.email}</label>
      <input
        ref={email}
        type="email"
        autoComplete="email"
        maxLength={254}
        dir="ltr"
        {...marks('email')}
      />
      <p id={`${id}error`} className="mille-chat-error" role="alert">
        {problem?.text}
      </p>
      <button type="submit" className="mille-chat-main" aria-busy={state === 'sending'}>
        {panel.send}
      </button>
    </form>
  )
}

/** Takes the focus, because the button that had it has been removed. */
function Sent({ text }: { text: string }) {
  return (
    <p role="status" tabIndex={-1} ref={it => it?.focus()}>
      {text}
    </p>
  )
}

/**
 * The endpoint is copied here: imported, it would become a separate file whose name the small login entry would have to
 * include.
 */
const challenge: typeof readChallenge = {
  method: 'GET',
  path: '/api/v1/captcha_challenges',
  statuses: [200],
  auth: 'public',
  errors: ['too_many_requests'],
  summary: ''
}

type Letter = { email: string; text: string }

/**
 * Creates a sender of messages. If an answer was lost, the message may have arrived, so the same message is sent again
 * with the same id, and a different one with a new id.
 */
function createSender(transport: Transport): (letter: Letter) => Promise<CallResult<void>> {
  const captcha = createBinder({ transport })({ readChallenge: challenge })
  let last = { wish: '', id: '' }
  return async letter => {
    const wish = JSON.stringify(letter)
    if (last.wish !== wish) last = { wish, id: newId() }
    const letter_id = last.id
    const send = (proof: { captcha?: string }) =>
      sendRequest(transport, sendLetter, { letter_id, ...letter, ...proof })
    const first = await send({})
    if (first.ok || first.code !== 'captcha_required') return first
    try {
      // The proof-of-work solver is loaded on demand, because few visitors need it.
      const { prove } = await import('@mille/stores/captcha/prove.ts')
      const api = { captcha }
      return await prove({
        api,
        purpose: 'chat_letter',
        send,
        refused: first,
        onProgress: () => {}
      })
    } catch {
      return first
    }
  }
}

/** Returns a random UUID; pages without TLS have no `crypto.randomUUID`. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  // Sets the version 4 and variant bits of a UUID (RFC 9562).
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, it => it.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
