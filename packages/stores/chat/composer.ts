import type { CallResult } from '@mille/api/client.ts'
import type { ChatMessage } from '@mille/api/support/endpoints.ts'
import { atom } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'
import type { PictureField, PictureState } from './picture.ts'

type Written = { text: string; picture_id?: string }

type ComposerParts = {
  send: (message: Written) => Promise<CallResult<{ data: ChatMessage }>>
  loadPictureField: LoadPictureField
  onSent: (message: ChatMessage) => void
}

/** Loads the code for pictures on demand, because most conversations have none. */
export type LoadPictureField = () => Promise<PictureField>

/** State of what either side of the chat composes: text, a picture, or both. */
export function createComposer({ send: sendMessage, loadPictureField, onSent }: ComposerParts) {
  const $pictureField = atom<PictureField | null>(null)
  const $problem = atom<Problem | null>(null)
  const $isSending = atom(false)
  let loading: Promise<void> | undefined

  function attach(files: readonly File[]): Promise<void> {
    $problem.set(null)
    loading = load(files)
    return loading
  }

  async function load(files: readonly File[]): Promise<void> {
    const field = $pictureField.get() ?? (await loadPictureField().catch(() => null))
    if (!field) return $problem.set({ code: 'unreachable', detail: '' })
    $pictureField.set(field)
    field.attach(files)
  }

  /**
   * Sends the message after its picture is uploaded. Returns false when nothing was sent; text and picture then stay.
   */
  const send = inTurn(async (text: string): Promise<boolean> => {
    $problem.set(null)
    $isSending.set(true)
    await loading
    const state = (await $pictureField.get()?.settled()) ?? { status: 'none' }
    const isSent = await sendWith(text, state)
    $isSending.set(false)
    return isSent
  })

  async function sendWith(text: string, state: PictureState): Promise<boolean> {
    // A failed picture shows its own error.
    if (state.status === 'failed') return false
    if (state.status === 'none' && text === '') {
      $problem.set({ code: 'message_empty', detail: '' })
      return false
    }
    const message = state.status === 'ready' ? { text, picture_id: state.picture.id } : { text }
    const sent = await sendMessage(message)
    const field = $pictureField.get()
    if (!sent.ok) {
      const problem = firstProblem(sent)
      // The picture waited longer than the server keeps unsent pictures, so it must be uploaded again.
      if (sent.code === 'chat_picture_unknown' && state.status === 'ready')
        field?.fail(problem, state.file)
      else $problem.set(problem)
      return false
    }
    // Removes the sent picture, but not one that was chosen meanwhile.
    if (field?.$picture.get() === state) field.remove()
    onSent(sent.value.data)
    return true
  }

  /** Removes an unsent picture. A message that is being sent is not affected. */
  function clear(): void {
    if (!$isSending.get()) $pictureField.get()?.remove()
  }

  return { $pictureField, $problem, $isSending, attach, send, clear }
}

/** Sends messages one after the other. The same message submitted twice is sent once. */
function inTurn(send: (text: string) => Promise<boolean>) {
  let underway: { text: string; end: Promise<boolean> } | undefined

  return async function sendNext(text: string): Promise<boolean> {
    if (underway) {
      if (text === '' || text === underway.text) return false
      await underway.end
      return sendNext(text)
    }
    const end = send(text)
    underway = { text, end }
    const isSent = await end
    underway = undefined
    return isSent
  }
}
