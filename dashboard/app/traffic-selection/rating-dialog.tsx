import type { Rating } from '@mille/stores/traffic-selection/traffic-item.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Dialog } from '@mille/ui/dialog/dialog.tsx'
import { Progress } from '@mille/ui/progress/progress.tsx'
import { useState } from 'react'
import layout from '../page/layout.module.css'
import { ratingMessages as messages } from './rating-messages.ts'

const partNames = ['viewability', 'accepted', 'health'] as const

/** Explains how the traffic rating is computed, with the unit's own values if known. */
export function RatingDialog({ rating }: { rating?: Rating | undefined }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="small" variant="quiet" icon="info" onClick={() => setIsOpen(true)}>
        {messages.open}
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={messages.title}
        description={messages.text}
        size="small"
      >
        <div className={layout.tight}>
          {rating?.is_new && <p>{messages.fresh}</p>}
          {partNames.map(name =>
            rating?.parts ? (
              <Progress
                key={name}
                label={messages.parts[name]}
                value={rating.parts[name]}
                detail={rating.parts[name].toFixed(2)}
              />
            ) : (
              <p key={name}>{messages.parts[name]}</p>
            )
          )}
          <p className={layout.soft}>{messages.weights}</p>
          <p className={layout.soft}>{messages.start}</p>
        </div>
      </Dialog>
    </>
  )
}
