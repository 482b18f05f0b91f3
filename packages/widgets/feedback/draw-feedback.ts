import type { Brand } from '@mille/api/brand/endpoints.ts'
import tokens from '../shared/closed-tokens.css?inline'
import { createSheet } from '../shared/create-sheet.ts'
import { loadBrand } from '../shared/load-brand.ts'
import { loadWords } from '../shared/load-words.ts'
import place from '../shared/view-element.css?inline'
import { setLanguage, translate, type Words } from '../shared/words.ts'
import { boardAddress } from './board-address.ts'
import element from './feedback-element.css?inline'
import type { FeedbackElement } from './feedback-element.ts'
import styles from './feedback-link.css?inline'
import { feedbackMessages } from './feedback-messages.ts'

/** Latest call of each root; a call that was overtaken, by another user or another language, is ignored. */
const latest = new WeakMap<ShadowRoot, object>()

/**
 * Draws the link once its translation has loaded, so that its width never changes, and the network's colors, so that
 * they never change either. This file requests both, because the entry's size limit leaves no room for them (docs/decisions/198).
 */
export async function drawFeedback(
  root: ShadowRoot,
  host: FeedbackElement,
  readUserUrl: () => string | null | undefined,
  notify: (event: string) => void
): Promise<void> {
  const call = {}
  latest.set(root, call)
  const pending = loadBrand(host.home)
  const words = host.hasAttribute('label') ? null : await loadWords(host)
  const brand = await pending
  if (host.isConnected && latest.get(root) === call)
    draw(root, host, readUserUrl(), words, brand, notify)
}

/** Draws the element's link, or changes it in place when another user signs in. It looks like `FeedbackLink`. */
function draw(
  root: ShadowRoot,
  host: FeedbackElement,
  userUrl: string | null | undefined,
  words: Words | null | undefined,
  brand: Brand | undefined,
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
  setLanguage(box, words)
  Object.assign(link, {
    className: 'mille-feedback',
    href: address,
    target: '_blank',
    rel: 'noopener',
    textContent: host.getAttribute('label') ?? translate(feedbackMessages, words).label
  })
  link.addEventListener('click', () => notify('opened'))
  root.adoptedStyleSheets = [createSheet(tokens + place + styles + element + (brand?.styles ?? ''))]
  box.append(link)
  root.append(box)
}
