import { chatPictureBytes } from '@mille/api/constants.ts'
import type { PictureField } from '@mille/stores/chat/picture.ts'
import type { Problem } from '@mille/stores/shared/problems.ts'
import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { type Translated, translate } from '../shared/words.ts'
import { attachedPictureMessages } from './attached-picture-messages.ts'

type Messages = ReturnType<typeof translate<typeof attachedPictureMessages>>

const maxSize = chatPictureBytes / 1_000_000

/** Picture attached to the next message: its upload progress, its preview, or the reason why it cannot be sent. */
export function AttachedPicture({ field, words }: Translated & { field: PictureField }) {
  const messages = translate(attachedPictureMessages, words)
  const state = useStore(field.$picture)
  const id = useId()
  if (state.status === 'none') return null
  const isFinal = state.status === 'failed' && isRefusal(state.problem)
  return (
    <div className="mille-chat-attached" data-status={state.status}>
      {state.status === 'ready' && (
        <img src={state.picture.attributes.source} alt={messages.ready} width={64} height={64} />
      )}
      <div>
        <span id={id}>
          <bdi>{state.file.name}</bdi>
        </span>
        {state.status === 'uploading' && (
          <progress value={state.fraction} aria-label={messages.uploading} aria-describedby={id} />
        )}
        <p className="mille-chat-error" role="alert">
          {state.status === 'failed' && wordsFor(state.problem, messages)}
        </p>
        {state.status === 'failed' && !isFinal && (
          <button type="button" onClick={field.retry}>
            {messages.retry}
          </button>
        )}
      </div>
      <button
        type="button"
        className="mille-chat-icon"
        aria-label={messages.remove}
        title={messages.remove}
        onClick={field.remove}
      >
        ×
      </button>
    </div>
  )
}

/** Returns whether the picture was refused, so that retrying the same file is pointless. */
function isRefusal({ code }: Problem): boolean {
  return /^one_|_taken$|_large$/.test(code)
}

/**
 * Returns the text for a problem. For a file that the server has examined, the server's English details are more exact.
 */
function wordsFor(
  { code, detail }: Problem,
  { pictureProblems: all, lang = 'en' }: Messages
): string {
  if (
    all === attachedPictureMessages.pictureProblems &&
    detail !== '' &&
    isRefusal({ code, detail })
  )
    return detail
  const text = all[code] ?? all.failed ?? ''
  const size = maxSize.toLocaleString(lang, { style: 'unit', unit: 'megabyte' })
  return text.replace('{size}', size)
}
