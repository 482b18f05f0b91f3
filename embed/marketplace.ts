import { MarketplaceElement } from '@mille/widgets/marketplace/marketplace-element.tsx'

// A page may carry the script twice.
if (!customElements.get('mille-marketplace'))
  customElements.define('mille-marketplace', MarketplaceElement)
