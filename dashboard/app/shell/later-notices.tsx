import { LoadNotice } from './load-notice.tsx'
import { SearchAndKeys } from './search-and-keys.tsx'
import { VersionNotice } from './version-notice.tsx'

/** Notices and dialogs that the page does not need when it is first shown. */
export function LaterNotices() {
  return (
    <>
      <VersionNotice />
      <LoadNotice />
      <SearchAndKeys />
    </>
  )
}
