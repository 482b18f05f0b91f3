import { type ReactNode, useEffect, useRef } from 'react'

/** Panel that takes the focus, because the button that opened it has been removed. */
export function Panel({ children }: { children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Waits for a dialog that is opening to record which element had the focus, so that the dialog can restore it.
    queueMicrotask(() => {
      const root = panel.current?.getRootNode() as Document | ShadowRoot | undefined
      const focused = root?.activeElement
      if (!focused || focused === document.body || focused instanceof HTMLDialogElement)
        panel.current?.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true })
    })
  }, [])
  return (
    <div className="mille-login" ref={panel}>
      {children}
    </div>
  )
}
