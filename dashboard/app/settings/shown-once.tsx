import { Button } from '@mille/ui/button/button.tsx'
import { Checkbox } from '@mille/ui/checkbox/checkbox.tsx'
import { CopyButton } from '@mille/ui/copy-button/copy-button.tsx'
import { Dialog } from '@mille/ui/dialog/dialog.tsx'
import { useState } from 'react'
import layout from '../page/layout.module.css'

export type ShownOnceProps = {
  title: string
  text: string
  secret: string
  /** What one says to have done before the dialog can be closed. */
  kept: string
  done: string
  onDone: () => void
}

/** A secret that is never shown again: the dialog closes once it is said to be kept. */
export function ShownOnce({ title, text, secret, kept, done, onDone }: ShownOnceProps) {
  const [isKept, setIsKept] = useState(false)
  return (
    <Dialog
      isOpen
      onOpenChange={() => {
        if (isKept) onDone()
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
      </div>
    </Dialog>
  )
}
