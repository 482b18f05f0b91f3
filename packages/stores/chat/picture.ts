import type { CallResult } from '@mille/api/client.ts'
import { chatPictureBytes, chatPictureTypes } from '@mille/api/constants.ts'
import type { ChatPicture, ChatPictureDocument } from '@mille/api/support/endpoints.ts'
import { atom } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'

/** The picture of the message being composed. Its file is kept until it is sent, so that the upload can be retried. */
export type PictureState =
  | { status: 'none' }
  | { status: 'uploading'; file: File; fraction: number }
  | { status: 'ready'; file: File; picture: ChatPicture }
  | { status: 'failed'; file: File; problem: Problem }

export type UploadOptions = { signal: AbortSignal; onProgress: (fraction: number) => void }
export type UploadPicture = (
  form: FormData,
  options: UploadOptions
) => Promise<CallResult<ChatPictureDocument>>

export type PictureField = ReturnType<typeof createPictureField>

/** State of a picture that is uploaded as soon as it is chosen; choosing another one replaces it. */
export function createPictureField(upload: UploadPicture) {
  const $picture = atom<PictureState>({ status: 'none' })
  let running: AbortController | undefined
  let done: Promise<void> | undefined

  function attach(files: readonly File[]): void {
    const [file] = files
    if (!file) return
    remove()
    const code = refusalOf(file, files.length)
    if (code) fail({ code, detail: '' }, file)
    else done = send(file)
  }

  async function send(file: File): Promise<void> {
    const own = new AbortController()
    const isCurrent = () => running === own
    const onProgress = (fraction: number) => {
      if (isCurrent()) $picture.set({ status: 'uploading', file, fraction })
    }
    running = own
    onProgress(0)
    const form = new FormData()
    form.set('data[file]', file)
    // A canceled upload ends with an exception that can be ignored.
    const result = await upload(form, { signal: own.signal, onProgress }).catch(() => null)
    if (!isCurrent()) return
    if (result?.ok) $picture.set({ status: 'ready', file, picture: result.value.data })
    else fail(result ? firstProblem(result) : { code: 'unreachable', detail: '' }, file)
  }

  function fail(problem: Problem, file: File): void {
    $picture.set({ status: 'failed', file, problem })
  }

  function retry(): void {
    const state = $picture.get()
    if (state.status === 'failed') attach([state.file])
  }

  function remove(): void {
    running?.abort()
    running = undefined
    $picture.set({ status: 'none' })
  }

  /** Resolves when no upload is running. */
  async function settled(): Promise<PictureState> {
    while ($picture.get().status === 'uploading') await done
    return $picture.get()
  }

  return { $picture, attach, retry, remove, fail, settled }
}

/**
 * Returns an error code at once for files that are clearly wrong; the server checks the content. Some systems report no
 * file type.
 */
function refusalOf({ type, size }: File, count: number): string | null {
  if (count > 1) return 'one_picture'
  if (type !== '' && !chatPictureTypes.includes(type)) return 'chat_picture_not_taken'
  return size > chatPictureBytes ? 'chat_picture_too_large' : null
}
