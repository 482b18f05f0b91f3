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

/**
 * A trigger whose code comes later. Until then another one replaces it: pressed, it asks for the code, and what it
 * opens then opens. `ref` goes to both, so that the focus stays where it is when they change places.
 */
export function useStandIn<Part>(part: Later<Part>) {
  const [isWanted, setIsWanted] = useState(false)
  const real = useLater(part, isWanted)
  const trigger = useRef<HTMLElement | null>(null)
  const isFocused = useRef(false)

  const ref = useCallback((node: HTMLElement) => {
    trigger.current = node
    if (isFocused.current) node.focus({ preventScroll: true })
    return () => {
      isFocused.current = document.activeElement === node
    }
  }, [])

  const isThere = real !== null
  useEffect(() => {
    if (isThere && isWanted) trigger.current?.click()
  }, [isThere, isWanted])

  return { real, ref, press: () => setIsWanted(true) }
}

export type StandInProps = {
  trigger: ReactElement
  /** What will open. */
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
