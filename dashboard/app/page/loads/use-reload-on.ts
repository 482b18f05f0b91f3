import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'

/** Reloads the page's data when the value changes, because the server derives data from it. */
export function useReloadOn(value: string): void {
  const { revalidate } = useRevalidator()
  const last = useRef(value)
  useEffect(() => {
    if (last.current === value) return
    last.current = value
    void revalidate()
  }, [value, revalidate])
}
