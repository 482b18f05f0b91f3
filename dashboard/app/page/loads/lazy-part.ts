import { type ComponentType, createElement, lazy, useEffect } from 'react'
import { replayEarlyChoices } from '../forms/early-input.ts'

const retryMs = 5_000

/**
 * A part whose code comes when it is first shown, inside of a Suspense. Code that cannot be had must not take the page with
 * it: the part is waited for, and a notice says so and tries again.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    const Part = await load().catch(() => loadLater(load))
    return { default: answering(Part) }
  })
}

/** Choices that were made in the part before its code was loaded are replayed. */
function answering<Props extends object>(Part: ComponentType<Props>): ComponentType<Props> {
  return function AnsweringPart(props: Props) {
    useEffect(replayEarlyChoices, [])
    return createElement(Part, props)
  }
}

/** The notice is code too: where that had not come either before the network went, the part tries again by itself. */
async function loadLater<Part>(load: () => Promise<Part>): Promise<Part> {
  const notice = await import('./page-loads.ts').catch(() => null)
  if (notice) return notice.loadAgain(load)
  await new Promise<void>(resolve => {
    window.addEventListener('online', () => resolve(), { once: true })
    setTimeout(resolve, retryMs)
  })
  return load().catch(() => loadLater(load))
}
