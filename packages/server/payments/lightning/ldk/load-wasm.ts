import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { initializeWasmFromBinary } from 'lightningdevkit'

let loading: Promise<void> | null = null

/** Loads LDK once for the whole process; it needs about 200 MB. */
export function loadWasm(): Promise<void> {
  loading ??= load()
  return loading
}

async function load(): Promise<void> {
  const path = fileURLToPath(import.meta.resolve('lightningdevkit/liblightningjs.wasm'))
  const binary = await readFile(path)
  // LDK prints its version while it loads, and the server's output has one format.
  const { log } = console
  Reflect.set(console, 'log', () => {})
  try {
    await initializeWasmFromBinary(binary)
  } finally {
    Reflect.set(console, 'log', log)
  }
}
