import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'

/** Loads the page's data again when the value becomes another: what the server derives from it is out of date then. */
export function useReloadOn(value: string): void {
  const { revalidate } = useRevalidator()
  const last = useRef(value)
  useEffect(() => {
    if (last.current === value) return
    last.current = value
    void revalidate()
  }, [value, revalidate])
}
