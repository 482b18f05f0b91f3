import { createSheet } from '../shared/create-sheet.ts'
import { emit } from '../shared/emit.ts'
import { loadWords } from '../shared/load-words.ts'
import { setLanguage, type Words } from '../shared/words.ts'
import '../shared/shared-stores.ts'
import tokens from '../shared/closed-tokens.css?inline'
import place from '../shared/view-element.css?inline'
import { WidgetElement } from '../shared/widget-element.ts'
import element from './chat-element.css?inline'
import { chatMessages } from './chat-messages.ts'
import type { ChatView } from './chat-view.tsx'

export type ChatEvents = {
  'mille-chat:opened': CustomEvent<undefined>
  'mille-chat:closed': CustomEvent<undefined>
  /** The conversation could not be loaded. */
  'mille-chat:error': CustomEvent<undefined>
}

declare global {
  interface HTMLElementEventMap extends ChatEvents {}
  interface HTMLElementTagNameMap {
    'mille-chat': ChatElement
  }
}

const hash = /^#!?live-chat$/
let sheet: CSSStyleSheet | undefined

/**
 * `<mille-chat>`: a button in a corner of the page, and the conversation with the operators as a dialog. Its button,
 * `open()` and the hash `#live-chat` open it; the hash is then removed. The conversation needs the network's session,
 * so on other origins the button leads to the network's own page. The rest of the code loads when the visitor points at
 * the button, focuses it or opens the chat. `label` replaces the button's text.
 */
export class ChatElement extends WidgetElement {
  static observedAttributes = ['label', 'server', 'lang']
  #isWanted = false
  #update: (() => void) | undefined

  open(): void {
    this.#isWanted = true
    this.#update?.()
  }

  close(): void {
    this.#isWanted = false
    this.#update?.()
  }

  protected mount(root: ShadowRoot): () => void {
    const controller = new AbortController()
    const { signal } = controller
    const { box, button, say } = drawButton(root)
    let view: ChatView | undefined
    let words: Words | null | undefined

    const show = (loaded?: Words) => {
      words = loaded
      setLanguage(box, words)
      const { title } = { ...chatMessages, ...words }
      button.textContent = this.getAttribute('label') ?? title
      if (!signal.aborted) root.append(box)
    }
    const pending = loadWords(this)
    const shown = pending ? pending.then(show) : show()
    const load = () => import('./chat-view.tsx')
    const prefetch = () => void load().catch(() => {})
    const update = async () => {
      if (!view && !this.#isWanted) return
      const { mountChat } = await load()
      await shown
      if (signal.aborted || (!view && !this.#isWanted)) return
      say('')
      const onChange = (isOpen: boolean) => {
        this.#isWanted = isOpen
        emit(this, isOpen ? 'opened' : 'closed')
      }
      view ??= mountChat(root, box, this.home, onChange, words)
      view.setOpen(this.#isWanted)
    }
    const fail = () => {
      if (signal.aborted) return
      this.#isWanted = false
      say({ ...chatMessages, ...words }.lost)
      emit(this, 'error')
    }
    const followHash = () => {
      if (!hash.test(location.hash)) return
      history.replaceState(history.state, '', location.pathname + location.search)
      this.open()
    }
    button.addEventListener('click', () => this.open())
    button.addEventListener('pointerenter', prefetch)
    button.addEventListener('focus', prefetch)
    addEventListener('hashchange', followHash, { signal })
    this.#update = () => void update().catch(fail)
    this.#update()
    followHash()
    return () => {
      controller.abort()
      view?.unmount()
      this.#update = undefined
      this.#isWanted = false
    }
  }
}

/** Draws the closed chat: its button. `say` shows a sentence above the button, and nothing for an empty one. */
function drawButton(root: ShadowRoot) {
  const box = document.createElement('div')
  const button = document.createElement('button')
  const alert = document.createElement('p')
  box.className = 'place'
  button.type = 'button'
  button.className = 'mille-chat-open'
  alert.className = 'mille-chat-lost'
  alert.role = 'alert'
  sheet ??= createSheet(tokens + place + element)
  root.adoptedStyleSheets = [sheet]
  box.append(button)
  const say = (text: string) => {
    alert.textContent = text
    if (text) box.append(alert)
    else alert.remove()
  }
  return { box, button, say }
}
