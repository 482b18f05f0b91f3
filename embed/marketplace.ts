import { MarketplaceElement } from '@mille/widgets/marketplace/marketplace-element.tsx'

// A page may contain the script twice, but an element can be defined only once.
if (!customElements.get('mille-marketplace'))
  customElements.define('mille-marketplace', MarketplaceElement)
