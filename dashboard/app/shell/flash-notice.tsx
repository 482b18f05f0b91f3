import { Notice } from '@mille/ui/notice/notice.tsx'
import { useSearchParams } from 'react-router'
import { commonMessages } from '../page/messages.ts'
import { readFlash } from '../page/navigation/return-path.ts'

/** Explains why the user was redirected to this page. */
export function FlashNotice() {
  const [search, setSearch] = useSearchParams()
  const flash = readFlash(search)
  if (flash === null) return null

  function dismiss() {
    const rest = new URLSearchParams(search)
    rest.delete('flash')
    setSearch(rest, { replace: true, preventScrollReset: true })
  }

  return (
    <Notice tone={flash === 'not_authorized' ? 'warning' : 'info'} isBanner onDismiss={dismiss}>
      {commonMessages.flash[flash]}
    </Notice>
  )
}
