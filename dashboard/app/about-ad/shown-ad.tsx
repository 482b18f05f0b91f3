import type { ShownCreative } from '@mille/api/ad-reports/endpoints.ts'
import { CreativePreview } from '../campaigns/creative-preview.tsx'

/** The ad as readers see it: its words, and each of its banners. */
export function ShownAd({ ad, id }: { ad: ShownCreative['attributes']; id: string }) {
  const banners = ad.banners.map(({ id, ...banner }) => ({
    type: 'banners' as const,
    id,
    attributes: { ...banner, file_name: '' }
  }))
  return (
    <CreativePreview
      title={ad.title}
      text={ad.text}
      link={`https://${ad.domain}/`}
      logo={ad.logo && { ...ad.logo, id, file_name: '' }}
      illustration={ad.illustration && { ...ad.illustration, id, file_name: '' }}
      banners={banners}
      isBannersOnly={ad.banners_only}
    />
  )
}
