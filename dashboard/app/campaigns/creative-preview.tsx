import type { Banner } from '@mille/api/banners/endpoints.ts'
import { AdPreview } from '@mille/widgets/ad/ad-preview.tsx'
import { useMemo } from 'react'
import styles from './creative-preview.module.css'
import { bannerDecision, type ShownCreative, textDecision } from './shown-creative.ts'

type CreativePreviewProps = ShownCreative & { isBannersOnly?: boolean }

/** A creative in all its forms: the text ad, then each banner in its own size. */
export function CreativePreview(props: CreativePreviewProps) {
  const {
    title,
    text,
    action,
    link,
    language,
    logo = null,
    illustration = null,
    banners,
    isBannersOnly = false
  } = props
  const decision = useMemo(
    () =>
      textDecision(
        { title, text, action, link, language, logo, illustration, banners: [] },
        '300x250'
      ),
    [title, text, action, link, language, logo, illustration]
  )
  return (
    <div className={styles.preview}>
      {!isBannersOnly && <AdPreview decision={decision} className={styles.text} />}
      {banners.map(banner => (
        <BannerPreview key={banner.id} banner={banner} title={title} language={language} />
      ))}
    </div>
  )
}

type BannerPreviewProps = { banner: Banner; title: string; language: string }

function BannerPreview({ banner, title, language }: BannerPreviewProps) {
  const decision = useMemo(() => bannerDecision(title, language, banner), [title, language, banner])
  return (
    <figure className={styles.banner}>
      <div className={styles.frame}>
        <AdPreview decision={decision} />
      </div>
      <figcaption>{banner.attributes.size.replace('x', ' × ')}</figcaption>
    </figure>
  )
}
