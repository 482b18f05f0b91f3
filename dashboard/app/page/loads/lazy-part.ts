import { type ComponentType, createElement, lazy, useEffect } from 'react'
import { replayEarlyChoices } from '../forms/early-input.ts'

const retryMs = 5_000

/**
 * Creates a component whose code loads when it is first shown, inside of a `Suspense`. If the code cannot be loaded,
 * the rest of the page remains, and a notice says so and retries.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    const Part = await load().catch(() => loadLater(load))
    return { default: answering(Part) }
  })
}

/** Replays the choices that were made in the component before its code was loaded. */
function answering<Props extends object>(Part: ComponentType<Props>): ComponentType<Props> {
  return function AnsweringPart(props: Props) {
    useEffect(replayEarlyChoices, [])
    return createElement(Part, props)
  }
}

/** The notice is separate code. If it was not loaded before the network failed, the component retries by itself. */
async function loadLater<Part>(load: () => Promise<Part>): Promise<Part> {
  const notice = await import('./page-loads.ts').catch(() => null)
  if (notice) return notice.loadAgain(load)
  await new Promise<void>(resolve => {
    window.addEventListener('online', () => resolve(), { once: true })
    setTimeout(resolve, retryMs)
  })
  return load().catch(() => loadLater(load))
}
