import {
  cloneElement,
  type ReactElement,
  type RefCallback,
  useCallback,
  useEffect,
  useRef,
  useState
} from 'react'
import { type Later, useLater } from './later.ts'

export type TriggerRef = RefCallback<HTMLElement>

/** Event on the window: `detail` holds the removed trigger as `from`, and the one that replaced it as `to`. */
export const triggerReplacedEvent = 'mille:trigger-replaced'

/**
 * A trigger whose code is loaded later. Until then `StandIn` is shown: a press on it loads the code and then opens the
 * popup. `ref` is given to both, so that the focus stays on the trigger when the real one replaces `StandIn`. That
 * never happens between the two halves of a press, because the browser reports no click on a removed element.
 */
export function useStandIn<Part>(part: Later<Part>) {
  const [isWanted, setIsWanted] = useState(false)
  const [isHeld, setIsHeld] = useState(false)
  const loaded = useLater(part, isWanted)
  const real = isHeld ? null : loaded
  const trigger = useRef<HTMLElement | null>(null)
  const isFocused = useRef(false)

  const ref = useCallback(
    (node: HTMLElement) => {
      const from = trigger.current
      trigger.current = node
      // A press on the removed trigger may still wait for React to handle the page.
      if (from && from !== node)
        dispatchEvent(new CustomEvent(triggerReplacedEvent, { detail: { from, to: node } }))
      if (isFocused.current) node.focus({ preventScroll: true })
      const hold = () => {
        if (part.get() !== null) return
        setIsHeld(true)
        onRelease(() => setIsHeld(false))
      }
      for (const kind of ['pointerdown', 'keydown']) node.addEventListener(kind, hold)
      return () => {
        isFocused.current = document.activeElement === node
        for (const kind of ['pointerdown', 'keydown']) node.removeEventListener(kind, hold)
      }
    },
    [part]
  )

  const isThere = real !== null
  useEffect(() => {
    if (isThere && isWanted) trigger.current?.click()
  }, [isThere, isWanted])

  return { real, ref, press: () => setIsWanted(true) }
}

/** Calls back once after the pointer or key is released, and after the click that the browser reports for it. */
function onRelease(run: () => void): void {
  const releasing = new AbortController()
  for (const kind of ['pointerup', 'pointercancel', 'keyup', 'blur']) {
    addEventListener(
      kind,
      () => {
        releasing.abort()
        setTimeout(run)
      },
      // Without capture, blur is only heard when the whole window loses the focus.
      { signal: releasing.signal, capture: kind !== 'blur' }
    )
  }
}

export type StandInProps = {
  trigger: ReactElement
  /** Kind of popup that will open. */
  popup: 'menu' | 'dialog'
  triggerRef: TriggerRef
  onPress: () => void
}

export function StandIn({ trigger, popup, triggerRef, onPress }: StandInProps) {
  return cloneElement(trigger as ReactElement<Record<string, unknown>>, {
    ref: triggerRef,
    'aria-haspopup': popup,
    'aria-expanded': false,
    onClick: onPress
  })
}
