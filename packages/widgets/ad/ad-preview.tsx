import type { Decision } from '@mille/api/delivery/protocol.ts'
import { useEffect, useRef } from 'react'
import { mountAd } from './mount-ad.ts'

export type AdPreviewProps = {
  decision: Decision
  /** The page's by default. */
  theme?: 'light' | 'dark' | undefined
  className?: string | undefined
}

/** What a sticky ad has to stick to, in a preview that is given no height. */
const stickyStage = '320px'

/** The ad as a visitor would see it, without network or counting. A sticky one sticks to the sides of the preview. */
export function AdPreview({ decision, theme, className }: AdPreviewProps) {
  const host = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the ad reads the theme from its host
  useEffect(() => {
    if (!host.current) return
    const { style } = host.current
    // A fixed box is placed by its nearest ancestor with layout containment instead of the screen.
    style.contain = 'layout'
    style.minBlockSize = decision.position === 'sticky' ? stickyStage : ''
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    const unmount = mountAd(root, decision)
    // What has no address yet is no link.
    for (const link of root.querySelectorAll('a[href="#"]')) link.removeAttribute('href')
    let isGone = false
    // As on a page: few ads need what is in there, and the pages with previews have their budgets too.
    const needsExtras =
      decision.position === 'sticky' || (decision.filled && decision.creative.pictures)
    if (needsExtras)
      void import('./draw-extras.ts').then(({ drawExtras }) => {
        if (!isGone) drawExtras(root, decision, unmount)
      })
    return () => {
      isGone = true
      unmount()
    }
  }, [decision, theme])

  return <div ref={host} className={className} {...(theme && { theme })} />
}
