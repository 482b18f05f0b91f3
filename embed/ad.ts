import { AdElement } from '@mille/widgets/ad/ad-element.ts'

// A page may contain the script twice, but an element can be defined only once.
if (!customElements.get('mille-ad')) customElements.define('mille-ad', AdElement)
