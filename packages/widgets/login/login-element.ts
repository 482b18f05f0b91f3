import { popupOfHash } from '@mille/stores/popups/popup-of-hash.ts'
import type { Popup } from '@mille/stores/popups/popups.ts'
import { emit } from '../shared/emit.ts'
import { loadWords } from '../shared/load-words.ts'
import type { SharedUser } from '../shared/shared-stores.ts'
import { WidgetElement } from '../shared/widget-element.ts'
import type { LoginView } from './login-view.tsx'

export type LoginEvents = {
  'mille-login:opened': CustomEvent<{ popup: Popup['name'] }>
  'mille-login:closed': CustomEvent<undefined>
  'mille-login:signed-in': CustomEvent<{ user: SharedUser }>
  'mille-login:signed-out': CustomEvent<undefined>
  /** The views could not be loaded. */
  'mille-login:error': CustomEvent<undefined>
}

declare global {
  interface HTMLElementEventMap extends LoginEvents {}
  interface HTMLElementTagNameMap {
    'mille-login': LoginElement
  }
}

/**
 * `<mille-login>`: the ways to sign in and sign up, as dialogs over the page. They are opened by name,
 * `open('CREATE_ACCOUNT')`, by the attribute `popup`, and by the hashes `#login-form`, `#enter-access-code`,
 * `#password-reset` and `#create-account`, which are then removed. On the network's own origin they sign in there; on
 * others, in a window of the network.
 */
export class LoginElement extends WidgetElement {
  static observedAttributes = ['popup', 'server', 'lang']
  #show: ((popup: Popup) => void) | undefined
  #view: LoginView | undefined
  #wanted: Popup | undefined

  /** Opens a popup. `email` is for the two popups that say where an email was sent. */
  open(name: Popup['name'], email = ''): void {
    this.#wanted = { name, email } as Popup
    this.#show?.(this.#wanted)
  }

  close(): void {
    this.#wanted = undefined
    this.#view?.close()
  }

  /** Signs the user out; returns whether that has succeeded. */
  async signOut(): Promise<boolean> {
    const view = this.#view ?? (await this.#load?.())
    const isDone = (await view?.signOut()) ?? false
    if (isDone) emit(this, 'signed-out')
    return isDone
  }

  #load: (() => Promise<LoginView | undefined>) | undefined

  protected mount(root: ShadowRoot): () => void {
    const controller = new AbortController()
    const { signal } = controller

    this.#load = async () => {
      const pending = loadWords(this)
      const { mountLogin } = await import('./login-view.tsx')
      const words = await pending
      if (signal.aborted) return
      this.#view ??= mountLogin(root, {
        words,
        server: this.home,
        notify: (event, detail) => emit(this, event, detail)
      })
      return this.#view
    }
    this.#show = popup => {
      const show = async () => {
        const view = await this.#load?.()
        if (this.#wanted === popup) view?.show(popup)
      }
      void show().catch(() => emit(this, 'error'))
    }
    const followHash = () => {
      const popup = popupOfHash(location.hash)
      if (!popup) return
      history.replaceState(history.state, '', location.pathname + location.search)
      this.open(popup.name)
    }

    const name = this.getAttribute('popup')
    addEventListener('hashchange', followHash, { signal })
    followHash()
    if (name) this.open(name as Popup['name'])
    else if (this.#wanted) this.#show(this.#wanted)
    return () => {
      controller.abort()
      this.#view?.unmount()
      this.#view = this.#show = this.#load = this.#wanted = undefined
    }
  }
}
