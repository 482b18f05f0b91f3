import type { Decision } from '@mille/api/delivery/protocol.ts'
import { useEffect, useRef } from 'react'

export type AdPreviewProps = {
  decision: Decision
  /** Color theme; by default the page's. */
  theme?: 'light' | 'dark' | undefined
  className?: string | undefined
}

/** Height of the stage for a sticky ad, in a preview that has no height. */
const stickyStage = '320px'

/**
 * Preview of an ad as a visitor would see it, without network requests or counting. A sticky ad sticks to the sides of
 * the preview.
 */
export function AdPreview({ decision, theme, className }: AdPreviewProps) {
  const host = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the ad reads the theme from its host
  useEffect(() => {
    if (!host.current) return
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    const controller = new AbortController()
    // The drawing code loads after the page, to stay within the page's size budget. Until then, the preview's space is
    // reserved.
    void import('./draw-preview.ts').then(it => it.drawPreview(root, decision, controller.signal))
    return () => controller.abort()
  }, [decision, theme])

  const [, height] = decision.size.split('x')
  const minBlockSize =
    decision.position === 'sticky' ? stickyStage : height ? `${height}px` : undefined
  // Layout containment makes fixed boxes relative to this element instead of the screen.
  const style = { contain: 'layout', minBlockSize }
  return <div ref={host} className={className} style={style} {...(theme && { theme })} />
}
