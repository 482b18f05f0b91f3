import { success } from '@mille/api/result.ts'
import { type Failure, failure } from '../http/answers/reply.ts'
import { inThread } from '../threads/in-thread.ts'
import { type Description, readMarkdown } from './read-markdown.ts'

const read = inThread(new URL('./read-markdown.ts', import.meta.url), readMarkdown)

/**
 * Parses Markdown in a worker thread; refuses a text that takes too long or is nested too deeply. `pointer` names the
 * field of the text in the request.
 */
export async function parseMarkdown(
  text: string,
  pointer: string
): Promise<{ ok: true; value: Description } | Failure> {
  const done = await read(text)
  if (!done.ok && done.code === 'busy')
    return failure('too_many_requests', {
      detail: 'Too many texts are being read right now. Try again in a few seconds.',
      retryAfterSeconds: 5
    })
  if (done.ok && done.value !== null) return success(done.value)
  return failure('description_too_complex', {
    pointer,
    detail: 'The formatting is too complex. Use fewer lists, quotes, and marks within each other.'
  })
}
