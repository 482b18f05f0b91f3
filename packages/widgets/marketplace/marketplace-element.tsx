import { pageSizes } from '@mille/api/constants.ts'
import { previewOffers } from '@mille/api/marketplace/endpoints.ts'
import { sendRequest } from '@mille/api/send-request.ts'
import { createFetchTransport } from '@mille/api/transport.ts'
import { createPreviewStores } from '@mille/stores/marketplace/preview.ts'
import { emit } from '../shared/emit.ts'
import { ViewElement } from '../shared/view-element.ts'
import styles from './marketplace-preview.css?inline'
import { MarketplacePreview } from './marketplace-preview.tsx'

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

/** The preview call's own limit. */
const maxOffers = 12

/**
 * `<mille-marketplace>`: the newest offers, for partners' pages. `limit` is 1 to 12, 3 by default; `partner` is the
 * account that earns for the visitors who come by it; `theme` is `light` or `dark`, the page's by default; `server` the
 * network's origin, where this script came from by default.
 */
export class MarketplaceElement extends ViewElement {
  static observedAttributes = ['limit', 'partner', 'server']
  protected styles = styles

  protected view(signal: AbortSignal): unknown {
    const server = this.home
    const transport = createFetchTransport(server)
    const stores = createPreviewStores(limit => sendRequest(transport, previewOffers, { limit }), {
      limit: this.#limit()
    })
    void stores.loadOffers()
    const stop = stores.$preview.listen(preview => {
      if (preview.status === 'loaded') emit(this, 'loaded', { count: preview.offers.length })
      if (preview.status === 'failed') emit(this, 'error')
    })
    signal.addEventListener('abort', stop)
    const partner = this.getAttribute('partner')
    return <MarketplacePreview stores={stores} server={server} partner={partner} />
  }

  #limit(): number {
    const limit = Math.trunc(Number(this.getAttribute('limit')))
    return limit >= 1 ? Math.min(limit, maxOffers) : pageSizes.preview
  }
}
