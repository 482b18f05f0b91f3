import type { CallResult } from '@mille/api/client.ts'
import type { Offer, OfferPreview } from '@mille/api/marketplace/endpoints.ts'
import { atom } from 'nanostores'

export type PreviewState =
  | { status: 'loading' }
  | { status: 'loaded'; offers: Offer[] }
  | { status: 'failed' }

export type LoadPreview = (limit: number) => Promise<CallResult<OfferPreview>>

export type PreviewStores = ReturnType<typeof createPreviewStores>

/**
 * State of the marketplace's newest offers. `loaded` is what the server read when it rendered the page; null when it
 * could not read them.
 */
export function createPreviewStores(
  load: LoadPreview,
  options: { limit: number; loaded?: Offer[] | null }
) {
  const { limit, loaded } = options
  const $preview = atom<PreviewState>(stateOf(loaded))

  async function loadOffers(): Promise<void> {
    $preview.set({ status: 'loading' })
    const result = await load(limit)
    $preview.set(result.ok ? { status: 'loaded', offers: result.value.data } : { status: 'failed' })
  }

  return { $preview, limit, loadOffers }
}

function stateOf(loaded: Offer[] | null | undefined): PreviewState {
  if (loaded === undefined) return { status: 'loading' }
  return loaded ? { status: 'loaded', offers: loaded } : { status: 'failed' }
}
