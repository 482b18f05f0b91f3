import type { Banner } from '@mille/api/banners/endpoints.ts'
import type { CreativePicture } from '@mille/api/campaigns/endpoints.ts'
import { unitSizes } from '@mille/api/constants.ts'
import type { Decision } from '@mille/api/delivery/protocol.ts'
import { AdPreview } from '@mille/widgets/ad/ad-preview.tsx'
import { useMemo } from 'react'
import styles from './creative-preview.module.css'

export type CreativePreviewProps = {
  title: string
  text: string
  link: string
  banners: readonly Banner[]
  logo?: CreativePicture | null
  illustration?: CreativePicture | null
}

/** A creative in the shapes that it takes: as text, then each banner in its own size. */
export function CreativePreview(props: CreativePreviewProps) {
  const { title, text, link, banners, logo, illustration } = props
  const domain = hostOf(link)
  const decision = useMemo(
    () => shown({ kind: 'text', title, text, domain }, '300x250'),
    [title, text, domain]
  )
  return (
    <div className={styles.preview}>
      <AdPreview decision={decision} className={styles.text} />
      {(logo || illustration) && (
        <div className={styles.pictures}>
          {logo && <img src={logo.source} alt="" width={64} height={64} />}
          {illustration && <img src={illustration.source} alt="" width={240} height={126} />}
        </div>
      )}
      {banners.map(banner => (
        <BannerPreview key={banner.id} banner={banner} title={title} />
      ))}
    </div>
  )
}

function BannerPreview({ banner, title }: { banner: Banner; title: string }) {
  const { source, size } = banner.attributes
  const decision = useMemo(() => {
    const known = unitSizes.find(it => it === size) ?? 'Adaptive'
    const [width = 0, height = 0] = size.split('x').map(Number)
    return shown({ kind: 'banner', title, source, width, height }, known)
  }, [title, source, size])
  return (
    <figure className={styles.banner}>
      <div className={styles.frame}>
        <AdPreview decision={decision} />
      </div>
      <figcaption>{size.replace('x', ' × ')}</figcaption>
    </figure>
  )
}

type Creative = Extract<Decision, { filled: true }>['creative']

function shown(creative: Creative, size: Decision['size']): Decision {
  return {
    filled: true,
    unit: '0',
    size,
    position: 'fixed',
    stickySide: 'header',
    colors: {},
    creative,
    token: '',
    clickUrl: '#',
    invitationUrl: null
  }
}

function hostOf(link: string): string {
  return URL.canParse(link) ? new URL(link).host : 'example.com'
}
