import { atom } from 'nanostores'

/** Sends a HEAD request for a file and returns the status; throws when there is no network. */
export type SendHead = (path: string) => Promise<number>

const sendHead: SendHead = async path =>
  (await fetch(path, { method: 'HEAD', cache: 'no-store' })).status

/** Whether the build of the page still exists: once its manifest is gone, the page must be reloaded. */
export function createVersionCheckStores(manifestPath: string, send: SendHead = sendHead) {
  const $isReloadNeeded = atom(false)

  async function check(): Promise<void> {
    if ($isReloadNeeded.get()) return
    try {
      if ((await send(manifestPath)) === 404) $isReloadNeeded.set(true)
    } catch {
      // A failed request says nothing about the version; the next check will.
    }
  }

  return { $isReloadNeeded, check }
}
