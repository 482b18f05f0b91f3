import { type UnitSize, unitSizes } from '@mille/api/constants.ts'
import { Select } from '@mille/ui/select/select.tsx'
import { AdPreview } from '@mille/widgets/ad/ad-preview.tsx'
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react'
import layout from '../page/layout.module.css'
import { campaignWizardMessages as messages } from './messages.ts'
import { bannerDecision, type ShownCreative, textDecision } from './shown-creative.ts'
import styles from './sized-preview.module.css'

/** The tallest place that is drawn as it is; a taller one is drawn smaller. */
const maxHeight = 420
/** An adaptive unit fills its place; this is a common one. */
const adaptive = { width: 336, height: 90 }

export type SizedPreviewProps = ShownCreative & { isBannersOnly: boolean }

/** What a reader sees of a creative while it is written, in the size that one picks: its banner, or else its words. */
export function SizedPreview({ isBannersOnly, ...creative }: SizedPreviewProps) {
  const { title, text, link, banners, logo = null, illustration = null } = creative
  const [size, setSize] = useState<UnitSize>('300x250')
  useNewest(banners, newest => setSize(newest))
  const banner = banners.find(it => it.attributes.size === size)
  const decision = useMemo(
    () =>
      banner
        ? bannerDecision(title, banner)
        : textDecision({ title, text, link, logo, illustration, banners: [] }, size),
    [banner, title, text, link, logo, illustration, size]
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
        <Scaled key={size} size={size}>
          <AdPreview decision={decision} className={styles.ad} />
        </Scaled>
      )}
    </div>
  )
}

/** As large as it is where that fits, else as large as fits, and says how large that is. */
function Scaled({ size, children }: { size: UnitSize; children: React.ReactNode }) {
  const stage = useRef<HTMLDivElement>(null)
  const { width, height } = placeOf(size)
  const [scale, setScale] = useState(1)
  useEffect(() => {
    if (!stage.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setScale(entry.contentRect.width / width)
    })
    observer.observe(stage.current)
    return () => observer.disconnect()
  }, [width])
  const maxWidth = Math.min(width, (maxHeight * width) / height)
  const style = {
    '--ad-width': `${width}px`,
    '--ad-height': `${height}px`,
    '--ad-scale': scale,
    inlineSize: `min(100%, ${maxWidth}px)`,
    aspectRatio: `${width} / ${height}`
  } as CSSProperties
  const percent = Math.round(scale * 100)
  return (
    <figure className={styles.figure}>
      <div ref={stage} className={styles.stage} style={style}>
        {children}
      </div>
      <figcaption>
        {size === 'Adaptive' ? messages.previewAdaptive : label(size)}
        {percent < 100 && messages.previewScaled(percent)}
      </figcaption>
    </figure>
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

function placeOf(size: UnitSize): { width: number; height: number } {
  if (size === 'Adaptive') return adaptive
  const [width = 0, height = 0] = size.split('x').map(Number)
  return { width, height }
}

const label = (size: UnitSize) =>
  size === 'Adaptive' ? messages.previewAdaptive : size.replace('x', ' × ')
