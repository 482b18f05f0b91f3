import { useEffect, useSyncExternalStore } from 'react'
import { whenIdle } from './when-idle.ts'

/** A part of a component that is not visible before something is pressed. */
export type Later<Part> = {
  /** Null until it is there. */
  get: () => Part | null
  subscribe: (listener: () => void) => () => void
  load: () => Promise<void>
}

const parts = new Set<Later<unknown>>()

/** For those who look at components with all of their code, such as stories. */
export async function loadEveryPart(): Promise<void> {
  await Promise.all(Array.from(parts, part => part.load()))
}

/** What the first paint can do without: its code comes when the browser has time, or at once when it is asked for. */
export function later<Part>(fetchPart: () => Promise<Part>): Later<Part> {
  const listeners = new Set<() => void>()
  let part: Part | null = null
  let pending: Promise<void> | null = null

  async function request() {
    try {
      part = await fetchPart()
    } catch {
      // Without a network there is none: the next press asks again.
      pending = null
    }
    for (const listener of listeners) listener()
  }

  const made: Later<Part> = {
    get: () => part,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    load() {
      pending ??= request()
      return pending
    }
  }
  parts.add(made)
  return made
}

/** The part once it is there, asked for at once when `isWanted`. The server and the first render are without. */
export function useLater<Part>(part: Later<Part>, isWanted = false): Part | null {
  usePrefetch(part)
  useEffect(() => {
    if (isWanted) void part.load()
  }, [part, isWanted])
  return usePart(part)
}

export function usePrefetch<Part>(part: Later<Part>): void {
  useEffect(() => whenIdle(() => void part.load()), [part])
}

/** The part, if it has been requested. */
export function usePart<Part>(part: Later<Part>): Part | null {
  return useSyncExternalStore(part.subscribe, part.get, () => null)
}
