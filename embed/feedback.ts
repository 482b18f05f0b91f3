import { FeedbackElement } from '@mille/widgets/feedback/feedback-element.ts'

// A page may contain the script twice, but an element can be defined only once.
if (!customElements.get('mille-feedback')) customElements.define('mille-feedback', FeedbackElement)
