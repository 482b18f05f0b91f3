import { LoadNotice } from './load-notice.tsx'
import { VersionNotice } from './version-notice.tsx'

/** What no page says when it comes. */
export function LaterNotices() {
  return (
    <>
      <VersionNotice />
      <LoadNotice />
    </>
  )
}
