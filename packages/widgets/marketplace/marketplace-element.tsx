import { previewOffers } from '@mille/api/marketplace/endpoints.ts'
import { pageSizes } from '@mille/api/page-sizes.ts'
import { sendRequest } from '@mille/api/send-request.ts'
import { createFetchTransport } from '@mille/api/transport.ts'
import { createPreviewStores } from '@mille/stores/marketplace/preview.ts'
import { useEffect, useState } from 'react'
import { adoptColors } from '../shared/adopt-colors.ts'
import { emit } from '../shared/emit.ts'
import { loadWords } from '../shared/load-words.ts'
import { ViewElement } from '../shared/view-element.ts'
import type { Words } from '../shared/words.ts'
import styles from './marketplace-preview.css?inline'
import { MarketplacePreview, type MarketplacePreviewProps } from './marketplace-preview.tsx'
import tokens from './marketplace-tokens.css?inline'

export type MarketplaceEvents = {
  'mille-marketplace:loaded': CustomEvent<{ count: number }>
  'mille-marketplace:error': CustomEvent<undefined>
}

declare global {
  interface HTMLElementEventMap extends MarketplaceEvents {}
  interface HTMLElementTagNameMap {
    'mille-marketplace': MarketplaceElement
  }
}

/** Maximum number of offers of the preview call. */
const maxOffers = 12

/**
 * `<mille-marketplace>`: the newest offers, for partners' pages. `limit` is 1 to 12, by default 3; `partner` is the
 * account that earns from the visitors it refers; `label` replaces the list's accessible name; `theme` is `light` or
 * `dark`, by default the page's; `server` is the network's origin, by default that of this script.
 */
export class MarketplaceElement extends ViewElement {
  static observedAttributes = ['limit', 'partner', 'label', 'server', 'lang']
  protected styles = tokens + styles

  protected view(signal: AbortSignal): unknown {
    const server = this.home
    const transport = createFetchTransport(server)
    const words = loadWords(this)
    // Blank rows, which have no accent color, are shown until the translation has loaded too. A network of an
    // earlier version answers without colors.
    const load = async (limit: number) => {
      const answer = await sendRequest(transport, previewOffers, { limit })
      await words
      if (answer.ok && this.shadowRoot) adoptColors(this.shadowRoot, answer.value.meta?.styles)
      return answer
    }
    const stores = createPreviewStores(load, { limit: this.#limit() })
    void stores.loadOffers()
    const stop = stores.$preview.listen(preview => {
      if (preview.status === 'loaded') emit(this, 'loaded', { count: preview.offers.length })
      if (preview.status === 'failed') emit(this, 'error')
    })
    signal.addEventListener('abort', stop)
    const [partner, label] = ['partner', 'label'].map(it => this.getAttribute(it))
    return <Translated {...{ stores, server, partner, label }} loading={words} />
  }

  #limit(): number {
    const limit = Math.trunc(Number(this.getAttribute('limit')))
    return limit >= 1 ? Math.min(limit, maxOffers) : pageSizes.preview
  }
}

type TranslatedProps = MarketplacePreviewProps & { loading: ReturnType<typeof loadWords> }

/** Reserves the widget's space before its translation has loaded, without any text. */
function Translated({ loading, ...rest }: TranslatedProps) {
  const [words, setWords] = useState<Words>()
  useEffect(() => void loading?.then(setWords), [loading])
  return <MarketplacePreview {...rest} words={words} />
}
