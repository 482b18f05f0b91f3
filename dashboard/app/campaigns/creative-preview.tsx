import type { Banner } from '@mille/api/banners/endpoints.ts'
import { AdPreview } from '@mille/widgets/ad/ad-preview.tsx'
import { useMemo } from 'react'
import styles from './creative-preview.module.css'
import { bannerDecision, type ShownCreative, textDecision } from './shown-creative.ts'

type CreativePreviewProps = ShownCreative & { isBannersOnly?: boolean }

/** A creative in the shapes that it takes: as text, then each banner in its own size. */
export function CreativePreview(props: CreativePreviewProps) {
  const {
    title,
    text,
    link,
    logo = null,
    illustration = null,
    banners,
    isBannersOnly = false
  } = props
  const decision = useMemo(
    () => textDecision({ title, text, link, logo, illustration, banners: [] }, '300x250'),
    [title, text, link, logo, illustration]
  )
  return (
    <div className={styles.preview}>
      {!isBannersOnly && <AdPreview decision={decision} className={styles.text} />}
      {banners.map(banner => (
        <BannerPreview key={banner.id} banner={banner} title={title} />
      ))}
    </div>
  )
}

function BannerPreview({ banner, title }: { banner: Banner; title: string }) {
  const decision = useMemo(() => bannerDecision(title, banner), [title, banner])
  return (
    <figure className={styles.banner}>
      <div className={styles.frame}>
        <AdPreview decision={decision} />
      </div>
      <figcaption>{banner.attributes.size.replace('x', ' × ')}</figcaption>
    </figure>
  )
}
