import { atom } from 'nanostores'

/** One popup is open at most. The address typed in one goes along to the next. */
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
    /** The search over any page while it is open, with how it signs out. */
    $search: atom<{ signOut: () => void } | null>(null),
    /** How often a popup that is held was to be closed: it then says why it stays. */
    $refusals,
    /** While a popup shows something that cannot be shown again, only the popup itself can close it. */
    hold(isOn: boolean) {
      isHeld = isOn
    },
    open(popup: Popup) {
      if (mayLeave()) $popup.set(popup)
    },
    /** Once what it was opened for is done. */
    close() {
      isHeld = false
      $popup.set(null)
    },
    /** By Esc, the cross or the page around. False when it stays. */
    dismiss(): boolean {
      if (!mayLeave()) return false
      $popup.set(null)
      return true
    }
  }
}
