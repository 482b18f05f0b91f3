import { AdElement } from '@mille/widgets/ad/ad-element.ts'

// A page may carry the script twice.
if (!customElements.get('mille-ad')) customElements.define('mille-ad', AdElement)
