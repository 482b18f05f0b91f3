import type { PictureField, PictureState } from '@mille/stores/chat/picture.ts'
import type { Problem } from '@mille/stores/shared/problems.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { IconButton } from '@mille/ui/icon-button/icon-button.tsx'
import { Progress } from '@mille/ui/progress/progress.tsx'
import { useStore } from '@nanostores/react'
import { problemText } from '../../page/messages.ts'
import styles from './inbox.module.css'
import { inboxMessages as messages } from './inbox-messages.ts'

/** The picture attached to the next answer: its upload progress, its preview, or why it cannot be sent. */
export function AnswerPicture({ field }: { field: PictureField }) {
  const state = useStore(field.$picture)
  if (state.status === 'none') return null
  return (
    <div className={styles.attached}>
      {state.status === 'ready' && (
        <img
          className={styles.thumbnail}
          src={state.picture.attributes.source}
          alt={messages.pictureReady}
          width={64}
          height={64}
        />
      )}
      <div className={styles.attachedWords}>
        {state.status === 'uploading' ? (
          <Progress label={messages.uploading(state.file.name)} value={state.fraction} />
        ) : (
          <span>
            <bdi>{state.file.name}</bdi>
          </span>
        )}
        <p className={styles.refused} role="alert">
          {state.status === 'failed' && wordsFor(state.problem)}
        </p>
        <RetryButton state={state} onPress={field.retry} />
      </div>
      <IconButton icon="close" label={messages.removePicture} onClick={field.remove} />
    </div>
  )
}

/** Retries a failed upload. Hidden if the server would reject the same file again. */
function RetryButton({ state, onPress }: { state: PictureState; onPress: () => void }) {
  if (state.status !== 'failed' || state.problem.code in messages.pictureRefused) return null
  return (
    <div>
      <Button size="small" onClick={onPress}>
        {messages.retry}
      </Button>
    </div>
  )
}

/** Returns the text for a picture's problem. If the server has examined the file, its answer has the details. */
function wordsFor(problem: Problem): string {
  const words: Readonly<Record<string, string>> = messages.pictureRefused
  if (problem.code === 'chat_picture_unknown') return messages.pictureWaited
  return (problem.detail === '' ? words[problem.code] : undefined) ?? problemText(problem)
}
