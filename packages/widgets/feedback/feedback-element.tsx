import { useStore } from '@nanostores/react'
import { $user } from '../shared/shared-stores.ts'
import { ViewElement } from '../shared/view-element.ts'
import { boardAddress } from './board-address.ts'
import element from './feedback-element.css?inline'
import styles from './feedback-link.css?inline'
import { FeedbackLink } from './feedback-link.tsx'

export type FeedbackEvents = { 'mille-feedback:opened': CustomEvent<undefined> }

declare global {
  interface HTMLElementEventMap extends FeedbackEvents {}
  interface HTMLElementTagNameMap {
    'mille-feedback': FeedbackElement
  }
}

/**
 * `<mille-feedback>`: a link to the suggestions board in a corner of the page, for who has a feedback token: the
 * attribute `token`, else that of the signed-in user. `board` is the address of a Nolt board, the network's own board
 * by default; `label` replaces the word.
 */
export class FeedbackElement extends ViewElement {
  static observedAttributes = ['token', 'board', 'label', 'server']
  protected styles = styles + element

  protected view(): unknown {
    const token = this.getAttribute('token')
    return (
      <OwnFeedbackLink
        href={token && boardAddress(this.home, this.getAttribute('board'), token)}
        label={this.getAttribute('label') ?? undefined}
        onOpen={() => this.emit('opened')}
      />
    )
  }
}

type OwnFeedbackLinkProps = {
  /** By the element's own token. */
  href: string | null
  label: string | undefined
  onOpen: () => void
}

function OwnFeedbackLink({ href, label, onOpen }: OwnFeedbackLinkProps) {
  const user = useStore($user)
  const address = href ?? user?.feedbackUrl
  return address ? <FeedbackLink href={address} label={label} onOpen={onOpen} /> : null
}
