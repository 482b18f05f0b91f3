import { useEffect, useState } from 'react'
import { Icon } from '../icon/icon.tsx'
import { joinClasses } from '../shared/join-classes.ts'
import { VisuallyHidden } from '../shared/visually-hidden.tsx'
import styles from './copy-button.module.css'

export type CopyButtonProps = {
  /** Text to copy. */
  text: string
  label?: string | undefined
  /** Name of the copied text for screen readers: `Copy` becomes `Copy address`. */
  what?: string | undefined
  /** Whether only the icon is visible; screen readers still read the label. */
  isCompact?: boolean | undefined
}

type CopyState = 'idle' | 'copied' | 'failed'

const words = { copied: 'Copied', failed: 'Failed' } as const

const announcements = {
  idle: '',
  copied: 'Copied',
  failed: 'Not copied. Select the text and copy it manually.'
} as const

/** Button that copies a text and confirms it. */
export function CopyButton({ text, label = 'Copy', what, isCompact }: CopyButtonProps) {
  const [state, setState] = useState<CopyState>('idle')

  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), 2500)
    return () => clearTimeout(timer)
  }, [state])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      // Without permission or HTTPS, the copy fails and the button explains how to copy by hand.
      setState('failed')
    }
  }

  return (
    <button
      type="button"
      className={joinClasses(
        styles.button,
        isCompact && styles.compact,
        state === 'copied' && styles.copied
      )}
      title={isCompact ? label : undefined}
      onClick={() => void copy()}
    >
      <Icon name={state === 'copied' ? 'check' : 'copy'} />
      {/* All labels overlap, so that the button is as wide as the longest one and never changes its width. */}
      <span className={styles.words}>
        <span data-shown={state === 'idle'} aria-hidden={state !== 'idle'}>
          {label}
          {what && <VisuallyHidden> {what}</VisuallyHidden>}
        </span>
        <span data-shown={state === 'copied'} aria-hidden="true">
          {words.copied}
        </span>
        <span data-shown={state === 'failed'} aria-hidden="true">
          {words.failed}
        </span>
      </span>
      <span className={styles.status} role="status">
        {announcements[state]}
      </span>
    </button>
  )
}
