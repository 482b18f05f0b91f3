import { FeedbackElement } from '@mille/widgets/feedback/feedback-element.ts'

// A page may carry the script twice.
if (!customElements.get('mille-feedback')) customElements.define('mille-feedback', FeedbackElement)
