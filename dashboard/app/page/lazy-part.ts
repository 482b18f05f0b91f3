import { type ComponentType, lazy } from 'react'

/**
 * A part whose code comes when it is first shown, inside of a Suspense. Code that cannot be had must not take the page with
 * it: the part is waited for, and a notice says so and tries again.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({
    default: await load().catch(async () => (await import('./page-loads.ts')).loadAgain(load))
  }))
}
