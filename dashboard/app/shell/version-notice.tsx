import { createVersionCheckStores } from '@mille/stores/version-check/version-check.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useWhileVisible } from '../page/use-while-visible.ts'
import { shellMessages as messages } from './messages.ts'

const everyMs = 10 * 60_000

/** Returns the path of the build's manifest, as React Router reports it. The development server has none. */
function manifestPath(): string | null {
  const { __reactRouterManifest: manifest } = globalThis as {
    __reactRouterManifest?: { url?: string }
  }
  return manifest?.url ?? null
}

/**
 * Shows a quiet notice that the server has a newer build, once the manifest of the current build is gone. The page
 * never reloads by itself.
 */
export function VersionNotice() {
  const [stores] = useState(() => createVersionCheckStores(manifestPath() ?? ''))
  const isReloadNeeded = useStore(stores.$isReloadNeeded)
  useWhileVisible(manifestPath() === null ? null : stores.check, everyMs)
  if (!isReloadNeeded) return null
  return (
    <Notice
      isBanner
      isLive
      action={
        <Button size="small" onClick={() => location.reload()}>
          {messages.reload}
        </Button>
      }
    >
      {messages.newVersion}
    </Notice>
  )
}
