import { chatPictureBytes } from '@mille/api/constants.ts'
import type { PictureField } from '@mille/stores/chat/picture.ts'
import type { Problem } from '@mille/stores/shared/problems.ts'
import { useStore } from '@nanostores/react'
import { useId } from 'react'

const messages = {
  uploading: 'Uploading the picture',
  ready: 'Your picture, ready to send',
  remove: 'Remove the picture',
  retry: 'Try again',
  one_picture: 'Add one picture at a time.',
  chat_picture_not_taken: 'The file is not a PNG, JPEG, GIF, WebP, or AVIF picture.',
  chat_picture_too_large: `The picture is larger than ${chatPictureBytes / 1_000_000} MB.`,
  chat_picture_unknown: 'The upload is more than a day old. Try again.',
  too_many_requests: 'Too many pictures. Wait a few minutes, then try again.',
  failed: 'The picture could not be uploaded. Try again.'
}

/** The picture that goes with the next message: how far it is, how it looks, or why it cannot go. */
export function AttachedPicture({ field }: { field: PictureField }) {
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
          {state.status === 'failed' && wordsFor(state.problem)}
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

/** The same file would be refused again. */
function isRefusal({ code }: Problem): boolean {
  return /^one_|_taken$|_large$/.test(code)
}

/** The server knows the particulars of a file that it has looked into. */
function wordsFor({ code, detail }: Problem): string {
  if (isRefusal({ code, detail }) && detail !== '') return detail
  return code in messages ? messages[code as keyof typeof messages] : messages.failed
}
