import { emit } from '../shared/emit.ts'
import { $user } from '../shared/shared-stores.ts'
import { WidgetElement } from '../shared/widget-element.ts'

export type FeedbackEvents = {
  'mille-feedback:opened': CustomEvent<undefined>
  /** The code that draws the link could not be loaded. */
  'mille-feedback:error': CustomEvent<undefined>
}

declare global {
  interface HTMLElementEventMap extends FeedbackEvents {}
  interface HTMLElementTagNameMap {
    'mille-feedback': FeedbackElement
  }
}

/**
 * `<mille-feedback>`: a link to the suggestions board in a corner of the page, for visitors with a feedback token: the
 * attribute `token`, otherwise that of the signed-in user. `board` is the address of a Nolt board, by default the
 * network's own board; `label` replaces the link text.
 */
export class FeedbackElement extends WidgetElement {
  static observedAttributes = ['token', 'board', 'label', 'server', 'lang']

  protected mount(root: ShadowRoot): () => void {
    const notify = (name: string) => emit(this, name)
    return $user.subscribe(user => {
      // Nothing is loaded for a visitor without a token.
      if ((this.getAttribute('token') ?? user?.feedbackUrl) || root.firstChild)
        import('./draw-feedback.ts')
          .then(it => it.drawFeedback(root, this, () => $user.get()?.feedbackUrl, notify))
          .catch(() => notify('error'))
    })
  }
}
