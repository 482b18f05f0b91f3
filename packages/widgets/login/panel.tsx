import { type ReactNode, useEffect, useRef } from 'react'

/** What was pressed to come here has gone: the focus goes on to what is here instead. */
export function Panel({ children }: { children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A dialog that opens now first has to note what had the focus, to give it back.
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
