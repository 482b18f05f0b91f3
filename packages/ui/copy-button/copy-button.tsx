import { useEffect, useState } from 'react'
import { Icon } from '../icon/icon.tsx'
import { joinClasses } from '../shared/join-classes.ts'
import { VisuallyHidden } from '../shared/visually-hidden.tsx'
import styles from './copy-button.module.css'

export type CopyButtonProps = {
  /** What is copied. */
  text: string
  label?: string | undefined
  /** What is copied, for those who do not see what the button is beside: `Copy` becomes `Copy address`. */
  what?: string | undefined
  /** The icon alone; the words are still said. */
  isCompact?: boolean | undefined
}

type CopyState = 'idle' | 'copied' | 'failed'

const words = { copied: 'Copied', failed: 'Failed' } as const

const announcements = {
  idle: '',
  copied: 'Copied',
  failed: 'Not copied. Select the text and copy it manually.'
} as const

/** Copies a text and says that it did. */
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
      // No permission, or a page without HTTPS: the button explains how to copy by hand.
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
      {/* All the words lie on one another, so that the button is as wide as the longest and never jumps. */}
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
