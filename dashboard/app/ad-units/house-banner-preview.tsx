import type { Banner } from '@mille/api/banners/endpoints.ts'
import { Select } from '@mille/ui/select/select.tsx'
import { AdPreview } from '@mille/widgets/ad/ad-preview.tsx'
import { useMemo, useState } from 'react'
import { houseBannerDecision } from '../campaigns/shown-creative.ts'
import { sizeText } from '../page/forms/banner-files.ts'
import { Scaled } from '../page/scaled.tsx'
import { houseAdMessages as messages } from './house-ad-messages.ts'

/** Maximum height of the preview, in CSS pixels: the height of the tallest banner. */
const maxHeight = 600

type HouseBannerPreviewProps = {
  /** At least one banner. */
  banners: readonly Banner[]
  /** The text of the house ad, which describes its banners. */
  title: string
}

/** The newest banner, or the selected one, as readers see it, in its real size if it fits. */
export function HouseBannerPreview({ banners, title }: HouseBannerPreviewProps) {
  const [selected, setSelected] = useState<string | null>(null)
  const banner = banners.find(it => it.id === selected) ?? banners.at(-1)
  const decision = useMemo(
    () => (banner ? houseBannerDecision(title, banner) : null),
    [banner, title]
  )
  if (!banner || !decision) return null
  const { size } = banner.attributes
  const [width = 0, height = 0] = size.split('x').map(Number)
  return (
    <>
      {banners.length > 1 && (
        <Select
          label={messages.preview}
          options={banners.map(({ id, attributes }) => ({
            value: id,
            label: sizeText(attributes.size),
            description: attributes.file_name
          }))}
          value={banner.id}
          onChange={setSelected}
        />
      )}
      <Scaled
        key={banner.id}
        width={width}
        height={height}
        maxHeight={maxHeight}
        caption={sizeText(size)}
      >
        <AdPreview decision={decision} />
      </Scaled>
    </>
  )
}
