import { LoadNotice } from './load-notice.tsx'
import { SearchAndKeys } from './search-and-keys.tsx'
import { VersionNotice } from './version-notice.tsx'

/** What no page says when it comes, and what is opened over it later. */
export function LaterNotices() {
  return (
    <>
      <VersionNotice />
      <LoadNotice />
      <SearchAndKeys />
    </>
  )
}
