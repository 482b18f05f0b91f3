import { type ChangeEvent, type RefCallback, useState } from 'react'

type Control = HTMLInputElement | HTMLTextAreaElement

type Given<Element extends Control> = {
  value?: unknown
  onChange?: ((event: ChangeEvent<Element>) => void) | undefined
}

/**
 * A quick person, or a slow network: what stands in a field of the server's page before its code is there would be gone
 * with the next drawing. It is told as a change once the code is there. Gives the field's `ref`.
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
