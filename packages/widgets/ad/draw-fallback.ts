import styles from '@mille/api/delivery/fallback.css?inline'
import { fallbackFrame } from '@mille/api/delivery/fallback-frame.ts'
import type { Decision } from '@mille/api/delivery/protocol.ts'
import type { Page } from './explain.ts'

/**
 * Draws the page of another network in the box of a unit without an ad. If the page's policy forbids the frame, which
 * browsers tell only when they load it, the unit is empty, and `mille-ad:empty` is sent again without `fallback`.
 * `collapse` then gives the space back. Like the reasons of failures, it shares no code with the extras.
 */
export function drawFallback(
  root: ShadowRoot,
  { fallbackUrl, label, unit, reason }: Decision,
  { signal, emit }: Page,
  collapse: (host: Element) => void
): void {
  const box = root.querySelector('.ad')
  if (!box || !fallbackUrl) return
  const { host, name, ...attributes } = fallbackFrame(fallbackUrl, label)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  root.adoptedStyleSheets.push(sheet)
  const group = Object.assign(document.createElement('div'), {
    className: 'frame other',
    role: 'group',
    ariaLabel: name
  })
  const frame = Object.assign(document.createElement('iframe'), { title: name, ...attributes })
  const from = Object.assign(document.createElement('span'), {
    className: 'label',
    textContent: host
  })
  group.append(frame, from)
  // The policy may forbid the frame's first address, or one that it leads to later.
  const { origin } = new URL(fallbackUrl)
  document.addEventListener(
    'securitypolicyviolation',
    ({ blockedURI, disposition, effectiveDirective }) => {
      const isOurs = effectiveDirective === 'frame-src' && blockedURI.startsWith(origin)
      if (disposition !== 'enforce' || !isOurs || !group.isConnected) return
      group.remove()
      collapse(root.host)
      emit('empty', { reason })
      void import('./explain.ts').then(it => it.warnOfFallback(unit, host)).catch(() => {})
    },
    { signal }
  )
  frame.src = fallbackUrl
  box.append(group)
}
