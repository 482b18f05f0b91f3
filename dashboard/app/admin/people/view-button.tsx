import { Button } from '@mille/ui/button/button.tsx'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../page/loads/lazy-part.ts'
import { viewingMessages as messages } from './viewing-messages.ts'

const ViewDialog = lazyPart(async () => (await import('./view-dialog.tsx')).ViewDialog)

/** Asks why the operator wants to see what a person sees, and then shows it. */
export function ViewButton({ id }: { id: string }) {
  const [isAsking, setIsAsking] = useState(false)
  const [wasAsked, setWasAsked] = useState(false)

  function ask() {
    setWasAsked(true)
    setIsAsking(true)
  }

  return (
    <>
      <Button onClick={ask}>{messages.view}</Button>
      {wasAsked && (
        <Suspense fallback={null}>
          <ViewDialog id={id} isOpen={isAsking} onOpenChange={setIsAsking} />
        </Suspense>
      )}
    </>
  )
}
