import type { ShownCreative } from '@mille/api/ad-reports/endpoints.ts'
import { dimensions } from '@mille/api/reference-data/banner-sizes.ts'
import { AdPreview } from '@mille/widgets/ad/ad-preview.tsx'
import { useMemo } from 'react'
import { textDecision } from '../campaigns/shown-creative.ts'
import { Scaled } from '../page/scaled.tsx'
import { aboutAdMessages as messages } from './messages.ts'

/** In CSS pixels. The ad is shown small, for recognition only; the page's text comes first. */
const maxHeight = 200

/** A common size for showing a text ad, which has no size of its own. */
const textSize = '300x250'

type ShownAdProps = {
  ad: Omit<ShownCreative['attributes'], 'invitation_url'>
  creativeId: string
  /** The banner that the reader saw. Null for a text ad, or if the address names no banner. */
  bannerId: string | null
}

/** The ad that the reader saw before opening this page. */
export function ShownAd({ ad, creativeId, bannerId }: ShownAdProps) {
  const banner =
    ad.banners.find(it => it.id === bannerId) ?? (ad.banners_only ? ad.banners[0] : undefined)
  if (!banner) return <ShownText ad={ad} creativeId={creativeId} />
  const { source, width, height } = banner
  // The width is computed from numbers, so that the right space is reserved before the picture loads.
  const inlineSize = `min(100%, ${Math.min(width, (maxHeight * width) / height)}px)`
  const style = { inlineSize, blockSize: 'auto' }
  return <img src={source} alt={ad.title} width={width} height={height} style={style} />
}

function ShownText({ ad, creativeId }: Pick<ShownAdProps, 'ad' | 'creativeId'>) {
  const decision = useMemo(() => {
    const { title, text, action, domain, language, logo, illustration } = ad
    const drawn = (picture: typeof logo) => picture && { ...picture, id: creativeId, file_name: '' }
    const pictures = { logo: drawn(logo), illustration: drawn(illustration), banners: [] }
    const words = { title, text, action, language, link: `https://${domain}/` }
    return textDecision({ ...words, ...pictures }, textSize)
  }, [ad, creativeId])
  return (
    <Scaled {...dimensions(textSize)} maxHeight={maxHeight} caption={messages.asText}>
      <AdPreview decision={decision} />
    </Scaled>
  )
}
