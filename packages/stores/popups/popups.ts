import { atom } from 'nanostores'

/** The popup that is open, at most one at a time. An email address typed in one is passed on to the next. */
export type Popup =
  | { name: 'GET_SIGN_IN_POPUP' }
  | { name: 'ENTER_ACCESS_POPUP' }
  | { name: 'RESET_PASSWORD_POPUP' }
  | { name: 'CREATE_ACCOUNT' }
  | { name: 'ANONYMOUS_SIGN_UP' }
  | { name: 'CHECK_YOUR_EMAIL'; email: string }
  | { name: 'CONFIRM_AN_ACCOUNT'; email: string }

export type PopupStores = ReturnType<typeof createPopupStores>

export function createPopupStores(initial: Popup | null = null) {
  const $popup = atom<Popup | null>(initial)
  const $refusals = atom(0)
  let isHeld = false

  function mayLeave(): boolean {
    if (isHeld) $refusals.set($refusals.get() + 1)
    return !isHeld
  }

  return {
    $popup,
    /** The search dialog while it is open, with the function that signs out; null while it is closed. */
    $search: atom<{ signOut: () => void } | null>(null),
    /** Number of refused attempts to close a held popup; after the first, the popup explains why it stays open. */
    $refusals,
    /**
     * Holds the popup open while it shows something that cannot be shown again; only the popup itself can then close
     * it.
     */
    hold(isOn: boolean) {
      isHeld = isOn
    },
    open(popup: Popup) {
      if (mayLeave()) $popup.set(popup)
    },
    /** Closes the popup after its purpose is fulfilled, even when it is held. */
    close() {
      isHeld = false
      $popup.set(null)
    },
    /** Closes the popup on Esc, its close button, or a click outside. Returns false when the popup stays open. */
    dismiss(): boolean {
      if (!mayLeave()) return false
      $popup.set(null)
      return true
    }
  }
}
