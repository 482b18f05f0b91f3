import type { Banner } from '@mille/api/banners/endpoints.ts'
import { createBannerStores } from '@mille/stores/banners/banners.ts'
import type { ReadableAtom } from 'nanostores'
import { useEffect, useMemo } from 'react'
import { useApi } from '../page/app-context.tsx'
import { useWatchUpload } from '../page/forms/upload-context.tsx'

type DraftStores = {
  $draft: ReadableAtom<{ banners: Banner[] }>
  change: (patch: { banners: Banner[] }) => void
}

/** Connects the banner uploads with the draft: uploaded banners are saved in it, and its saved banners are shown. */
export function useBanners({ $draft, change }: DraftStores) {
  const api = useApi()
  const watchUpload = useWatchUpload()
  const banners = useMemo(
    () => createBannerStores(api, { banners: $draft.get().banners, watchUpload }),
    [api, watchUpload, $draft]
  )
  useEffect(() => {
    let isTaken = false
    const stopReading = $draft.subscribe(draft => {
      if (isTaken || draft.banners.length === 0) return
      isTaken = true
      banners.reset(draft.banners)
    })
    const stopWriting = banners.$banners.listen(ready => {
      isTaken = true
      change({ banners: [...ready] })
    })
    return () => {
      stopReading()
      stopWriting()
    }
  }, [banners, $draft, change])
  return banners
}
