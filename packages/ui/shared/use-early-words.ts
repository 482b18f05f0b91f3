import { type ChangeEvent, type RefCallback, useState } from 'react'

type Control = HTMLInputElement | HTMLTextAreaElement

type Given<Element extends Control> = {
  value?: unknown
  onChange?: ((event: ChangeEvent<Element>) => void) | undefined
}

/**
 * For a quick person, or a slow network: what was typed into a field of the server's page before its code is loaded
 * would be lost with the next drawing. It is passed on as a change once the code is loaded. Returns the field's `ref`.
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
