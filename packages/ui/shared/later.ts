import { useEffect, useSyncExternalStore } from 'react'
import { whenIdle } from './when-idle.ts'

/** Part of a component that is loaded on demand, because it is invisible until the user presses something. */
export type Later<Part> = {
  /** Returns the part, or null until it has loaded. */
  get: () => Part | null
  subscribe: (listener: () => void) => () => void
  load: () => Promise<void>
}

const parts = new Set<Later<unknown>>()

/** Loads every part, for stories and other uses that need components with all of their code. */
export async function loadEveryPart(): Promise<void> {
  await Promise.all(Array.from(parts, part => part.load()))
}

/**
 * Creates a part that the first paint does not need: its code loads when the browser is idle, or at once on request.
 */
export function later<Part>(fetchPart: () => Promise<Part>): Later<Part> {
  const listeners = new Set<() => void>()
  let part: Part | null = null
  let pending: Promise<void> | null = null

  async function request() {
    try {
      part = await fetchPart()
    } catch {
      // Without a network the load fails, and the next press tries again.
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

/**
 * Returns the part once it has loaded, and loads it at once when `isWanted`. Null on the server and in the first
 * render.
 */
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

/** Returns the part if it has loaded, without requesting it. */
export function usePart<Part>(part: Later<Part>): Part | null {
  return useSyncExternalStore(part.subscribe, part.get, () => null)
}
