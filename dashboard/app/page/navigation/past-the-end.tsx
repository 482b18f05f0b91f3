import { Button } from '@mille/ui/button/button.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { pastTheEndMessages as messages } from '../messages.ts'

type PastTheEndProps = { pageCount: number; hrefFor: (page: number) => string }

/** Shown in place of a list if the address asks for a page after the last one, for example from an old link. */
export function PastTheEnd({ pageCount, hrefFor }: PastTheEndProps) {
  return (
    <EmptyState
      icon="search"
      title={messages.title}
      action={
        <>
          {pageCount > 1 && <Button href={hrefFor(pageCount)}>{messages.last(pageCount)}</Button>}
          <Button href={hrefFor(1)}>{messages.first}</Button>
        </>
      }
    >
      {messages.text(pageCount)}
    </EmptyState>
  )
}
