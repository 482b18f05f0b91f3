import { dimensions, type UnitSize, unitSizes } from '@mille/api/constants.ts'
import { Select } from '@mille/ui/select/select.tsx'
import { AdPreview } from '@mille/widgets/ad/ad-preview.tsx'
import { useEffect, useMemo, useRef, useState } from 'react'
import layout from '../page/layout.module.css'
import { Scaled } from '../page/scaled.tsx'
import { campaignWizardMessages as messages } from './messages.ts'
import { bannerDecision, type ShownCreative, textDecision } from './shown-creative.ts'

/** The tallest place that is drawn as it is; a taller one is drawn smaller. */
const maxHeight = 420
/** An adaptive unit fills its place; this is a common one. */
const adaptive = { width: 336, height: 90 }

export type SizedPreviewProps = ShownCreative & { isBannersOnly: boolean }

/** What a reader sees of a creative while it is written, in the size that one picks: its banner, or else its words. */
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

/** Shows a banner as soon as it is uploaded. */
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
