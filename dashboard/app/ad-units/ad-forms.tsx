import type { AdToApprove } from '@mille/api/ad-units/endpoints.ts'
import { ShownAd } from '../about-ad/shown-ad.tsx'
import layout from '../page/layout.module.css'
import styles from './ad-forms.module.css'
import { approvalMessages as messages } from './approval-messages.ts'

/** More banners would push the next ad out of sight. */
const shownBanners = 3

/** Every form of an ad that readers can see: its text and each of its banners. */
export function AdForms({ ad: { id, attributes } }: { ad: AdToApprove }) {
  const { banners, banners_only: isBannersOnly } = attributes
  const rest = banners.slice(shownBanners)
  const drawn = (list: typeof banners) =>
    list.map(banner => (
      <figure key={banner.id} className={styles.banner}>
        <ShownAd ad={attributes} creativeId={id} bannerId={banner.id} />
        <figcaption>{banner.size.replace('x', ' × ')}</figcaption>
      </figure>
    ))
  return (
    <div className={layout.tight}>
      <div className={styles.forms}>
        {!isBannersOnly && (
          <div className={styles.text}>
            <ShownAd ad={attributes} creativeId={id} bannerId={null} />
          </div>
        )}
        {drawn(banners.slice(0, shownBanners))}
      </div>
      {rest.length > 0 && (
        <details className={layout.more}>
          <summary>{messages.moreSizes(rest.length)}</summary>
          <div className={styles.forms}>{drawn(rest)}</div>
        </details>
      )}
    </div>
  )
}
