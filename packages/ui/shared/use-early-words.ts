import { type ChangeEvent, type RefCallback, useState } from 'react'

type Control = HTMLInputElement | HTMLTextAreaElement

type Given<Element extends Control> = {
  value?: unknown
  onChange?: ((event: ChangeEvent<Element>) => void) | undefined
}

/**
 * Keeps text that a fast user typed into a server-rendered field before its code loaded, which the next render would
 * otherwise overwrite. Reports it as a change once the code is loaded. Returns the field's `ref`.
 */
export function useEarlyWords<Element extends Control>({
  value,
  onChange
}: Given<Element>): RefCallback<Element> {
  const [reportChange] = useState(() => (target: Element | null) => {
    if (target && typeof value === 'string' && target.value !== value)
      onChange?.({ target, currentTarget: target } as ChangeEvent<Element>)
  })
  return reportChange
}
