import { dimensions, type UnitSize, unitSizes } from '@mille/api/reference-data/banner-sizes.ts'
import { Select } from '@mille/ui/select/select.tsx'
import { AdPreview } from '@mille/widgets/ad/ad-preview.tsx'
import { useEffect, useMemo, useRef, useState } from 'react'
import layout from '../page/layout.module.css'
import { Scaled } from '../page/scaled.tsx'
import { campaignWizardMessages as messages } from './messages.ts'
import { bannerDecision, type ShownCreative, textDecision } from './shown-creative.ts'

/** Maximum height of the preview, in CSS pixels. Taller ads are drawn smaller. */
const maxHeight = 420
/** A common size for the preview of an adaptive unit, which fills its space, in CSS pixels. */
const adaptive = { width: 336, height: 90 }

export type SizedPreviewProps = ShownCreative & { isBannersOnly: boolean }

/** A live preview of a creative in the selected size: its banner of this size, or else its text. */
export function SizedPreview({ isBannersOnly, ...creative }: SizedPreviewProps) {
  const {
    title,
    text,
    action,
    link,
    language,
    banners,
    logo = null,
    illustration = null
  } = creative
  const [size, setSize] = useState<UnitSize>('300x250')
  useNewest(banners, newest => setSize(newest))
  const banner = banners.find(it => it.attributes.size === size)
  const decision = useMemo(
    () =>
      banner
        ? bannerDecision(title, language, banner)
        : textDecision(
            { title, text, action, link, language, logo, illustration, banners: [] },
            size
          ),
    [banner, title, text, action, link, language, logo, illustration, size]
  )
  const isEmpty = isBannersOnly && !banner
  return (
    <div className={layout.tight}>
      <Select
        label={messages.previewSize}
        options={unitSizes.map(value => ({
          value,
          label: label(value),
          description: banners.some(it => it.attributes.size === value)
            ? messages.previewBanner
            : isBannersOnly
              ? messages.previewNone
              : undefined
        }))}
        value={size}
        onChange={setSize}
      />
      {isEmpty ? (
        <p className={layout.soft}>{messages.previewEmpty}</p>
      ) : (
        <Scaled key={size} {...placeOf(size)} maxHeight={maxHeight} caption={label(size)}>
          <AdPreview decision={decision} />
        </Scaled>
      )}
    </div>
  )
}

/** Selects the size of a banner as soon as the banner is uploaded. */
function useNewest(banners: ShownCreative['banners'], onNewest: (size: UnitSize) => void) {
  const known = useRef(banners.length)
  useEffect(() => {
    const newest = unitSizes.find(it => it === banners.at(-1)?.attributes.size)
    if (banners.length > known.current && newest) onNewest(newest)
    known.current = banners.length
  })
}

const placeOf = (size: UnitSize) => (size === 'Adaptive' ? adaptive : dimensions(size))

const label = (size: UnitSize) =>
  size === 'Adaptive' ? messages.previewAdaptive : size.replace('x', ' × ')
