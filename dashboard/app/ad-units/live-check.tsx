import type { AdUnit } from '@mille/api/ad-units/endpoints.ts'
import {
  createLiveCheckStores,
  type LiveCheckState,
  type LoadedCounts
} from '@mille/stores/ad-units/live-check.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Icon } from '@mille/ui/icon/icon.tsx'
import { VisuallyHidden } from '@mille/ui/shared/visually-hidden.tsx'
import { Spinner } from '@mille/ui/spinner/spinner.tsx'
import { useStore } from '@nanostores/react'
import { useCallback, useState } from 'react'
import { useApi } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { useWhileVisible } from '../page/use-while-visible.ts'
import styles from './live-check.module.css'
import { liveCheckMessages as messages } from './live-check-messages.ts'

/** Waits by itself for the first request and the first paid view of a new unit, while the page is visible. */
export function LiveCheck({ loaded }: { loaded: LoadedCounts }) {
  const api = useApi()
  // Created once: the page reloads its data after other changes, and what was seen must remain.
  const [stores] = useState(() => createLiveCheckStores(api, loaded))
  const [wasViewed] = useState(() => stores.$state.get().phase === 'viewed')
  const state = useStore(stores.$state)
  const isPaused = useStore(stores.$isPaused)
  const isOffline = useStore(stores.$isOffline)
  const isWaiting = useStore(stores.$isWaiting)
  const everyMs = useStore(stores.$everyMs)
  useWhileVisible(isWaiting ? stores.refresh : null, everyMs)
  if (wasViewed) return null

  const host = hostOf(loaded.unit, state)
  const detail = isPaused ? messages.paused : isOffline ? messages.offline : detailOf(state)
  return (
    <div className={styles.check}>
      <span className={styles.mark}>{markOf(state, isWaiting)}</span>
      <div className={layout.tight}>
        <p className={styles.words}>
          {state.phase === 'seen' ? <Seen host={host} seenMs={state.seenMs} /> : titleOf(state)}
        </p>
        {detail !== '' && <p className={layout.soft}>{detail}</p>}
        {isPaused && (
          <div>
            <Button size="small" onClick={() => void stores.resume()}>
              {messages.resume}
            </Button>
          </div>
        )}
      </div>
      {/* The seconds that pass are not read aloud, only what is new. */}
      <VisuallyHidden role="status">{`${aloud(state, host)} ${detail}`}</VisuallyHidden>
    </div>
  )
}

/** How long ago the latest request was noticed, which grows while the page is visible. */
function Seen({ host, seenMs }: { host: string | null; seenMs: number }) {
  const [nowMs, setNowMs] = useState(seenMs)
  const tick = useCallback(() => setNowMs(Date.now()), [])
  useWhileVisible(tick, 1_000)
  return messages.seen(host, (nowMs - seenMs) / 1000)
}

function markOf({ phase }: LiveCheckState, isWaiting: boolean) {
  if (phase === 'viewed') return <Icon name="success" />
  return isWaiting ? <Spinner /> : <Icon name="info" />
}

function titleOf({ phase }: LiveCheckState): string {
  if (phase === 'viewed') return messages.viewed
  return phase === 'seen_before' ? messages.seenBefore : messages.waiting
}

function aloud(state: LiveCheckState, host: string | null): string {
  return state.phase === 'seen' ? messages.seenAloud(host) : titleOf(state)
}

function detailOf(state: LiveCheckState): string {
  if (state.phase === 'viewed') return messages.viewedText
  if (state.phase !== 'seen') return state.phase === 'waiting' ? messages.waitingText : ''
  if (state.outcome === 'filled') return messages.filled
  return messages.unfilled[state.outcome] ?? messages.otherUnfilled
}

/**
 * Returns the host of the unit's page if the latest request was on its site. The network compares the two only for units
 * of verified sites, and before it looks for a campaign.
 */
function hostOf({ attributes }: AdUnit, state: LiveCheckState): string | null {
  const isOnSite =
    state.phase === 'seen' && (state.outcome === 'filled' || state.outcome === 'no_campaign')
  return isOnSite && attributes.kind === 'site' ? new URL(attributes.page_url).host : null
}
