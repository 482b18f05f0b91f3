import type { ShownCreative } from '@mille/api/ad-reports/endpoints.ts'
import { dimensions } from '@mille/api/constants.ts'
import { AdPreview } from '@mille/widgets/ad/ad-preview.tsx'
import { useMemo } from 'react'
import { textDecision } from '../campaigns/shown-creative.ts'
import { Scaled } from '../page/scaled.tsx'
import { aboutAdMessages as messages } from './messages.ts'

/** In CSS pixels: the ad is here to be recognized, and what the page says about it comes first. */
const maxHeight = 200

/** A common size of the text, which has no size of its own. */
const textSize = '300x250'

type ShownAdProps = {
  ad: Omit<ShownCreative['attributes'], 'invitation_url'>
  creativeId: string
  /** The banner that was seen. Null: the text was, or the address is from before it named the banner. */
  bannerId: string | null
}

/** The one ad that the reader came from. */
export function ShownAd({ ad, creativeId, bannerId }: ShownAdProps) {
  const banner =
    ad.banners.find(it => it.id === bannerId) ?? (ad.banners_only ? ad.banners[0] : undefined)
  if (!banner) return <ShownText ad={ad} creativeId={creativeId} />
  const { source, width, height } = banner
  // A width that follows from numbers, so that the room is right before the picture is loaded.
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
