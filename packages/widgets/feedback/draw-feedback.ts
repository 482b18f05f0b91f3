import { createSheet } from '../shared/create-sheet.ts'
import tokens from '../shared/tokens.css?inline'
import place from '../shared/view-element.css?inline'
import { boardAddress } from './board-address.ts'
import element from './feedback-element.css?inline'
import type { FeedbackElement } from './feedback-element.ts'
import styles from './feedback-link.css?inline'

let sheet: CSSStyleSheet | undefined

/** The link of the element, changed in place when another user signs in. It looks as `FeedbackLink` does. */
export function drawFeedback(
  root: ShadowRoot,
  host: FeedbackElement,
  userUrl: string | null | undefined,
  notify: (event: string) => void
): void {
  const token = host.getAttribute('token')
  const address = (token && boardAddress(host.home, host.getAttribute('board'), token)) ?? userUrl
  if (!address) {
    root.replaceChildren()
    return
  }
  const drawn = root.querySelector('a')
  if (drawn) {
    drawn.href = address
    return
  }
  const box = document.createElement('div')
  const link = document.createElement('a')
  box.className = 'place'
  Object.assign(link, {
    className: 'mille-feedback',
    href: address,
    target: '_blank',
    rel: 'noopener',
    textContent: host.getAttribute('label') ?? 'Feedback'
  })
  link.addEventListener('click', () => notify('opened'))
  sheet ??= createSheet(tokens + place + styles + element)
  root.adoptedStyleSheets = [sheet]
  box.append(link)
  root.append(box)
}
