import { Button } from '@mille/ui/button/button.tsx'
import { Checkbox } from '@mille/ui/checkbox/checkbox.tsx'
import { CopyButton } from '@mille/ui/copy-button/copy-button.tsx'
import { Dialog } from '@mille/ui/dialog/dialog.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { useEffect, useState } from 'react'
import layout from '../page/layout.module.css'
import { shownOnceMessages as messages } from './messages.ts'

export type ShownOnceProps = {
  title: string
  text: string
  secret: string
  /** Text of the checkbox that confirms that the secret is saved. */
  kept: string
  done: string
  onDone: () => void
}

/** Shows a secret that is never shown again. The dialog closes only after the user confirms that it is saved. */
export function ShownOnce({ title, text, secret, kept, done, onDone }: ShownOnceProps) {
  const [isKept, setIsKept] = useState(false)
  const [isRefused, setIsRefused] = useState(false)
  useEffect(() => {
    if (isKept) return
    // The browser asks for confirmation before the page closes.
    const ask = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isKept])
  return (
    <Dialog
      isOpen
      onOpenChange={() => {
        if (isKept) onDone()
        else setIsRefused(true)
      }}
      title={title}
      description={text}
      isKeptOnOutsidePress
      footer={
        <Button variant="primary" disabled={!isKept} onClick={onDone}>
          {done}
        </Button>
      }
    >
      <div className={layout.tight}>
        <p className={layout.row}>
          <code>{secret}</code>
          <CopyButton text={secret} />
        </p>
        <Checkbox
          label={kept}
          checked={isKept}
          onChange={event => setIsKept(event.currentTarget.checked)}
        />
        {isRefused && !isKept && (
          <Notice tone="warning" isLive>
            {messages.saveFirst}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
