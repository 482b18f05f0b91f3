import type { Decision } from '@mille/api/delivery/protocol.ts'
import { useEffect, useRef } from 'react'

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
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    const controller = new AbortController()
    // What draws it comes after the page, which has its budget. It holds its place until then.
    void import('./draw-preview.ts').then(it => it.drawPreview(root, decision, controller.signal))
    return () => controller.abort()
  }, [decision, theme])

  const [, height] = decision.size.split('x')
  const minBlockSize =
    decision.position === 'sticky' ? stickyStage : height ? `${height}px` : undefined
  // A fixed box is placed by its nearest ancestor with layout containment instead of the screen.
  const style = { contain: 'layout', minBlockSize }
  return <div ref={host} className={className} style={style} {...(theme && { theme })} />
}
