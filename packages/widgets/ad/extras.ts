import type { Decision } from '@mille/api/delivery/protocol.ts'
import { warnOnce } from '../shared/registry.ts'
import { drawExtras } from './draw-extras.ts'
import { type OnPage, stick } from './stick.ts'

/**
 * What few ads need, so that the ad's own file is without it: the advertiser's pictures, what makes an ad stay on the
 * screen, and a word to the page's developer. It shares nothing with that file, which could then not be one.
 */
export function addExtras(
  root: ShadowRoot,
  decision: Decision,
  remove: () => void,
  page: OnPage
): void {
  const { unit, reason, position } = decision
  if (position === 'sticky') stick(root, decision, remove, page)
  else drawExtras(root, decision, remove)
  if (reason) warnOnce(`mille-ad ${unit} is empty: ${reason}`)
}
