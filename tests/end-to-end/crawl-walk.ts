import { createRandom } from '@mille/testing/random.ts'
import type { Crawler, Outcome, Way } from './crawler.ts'

export type Effort = {
  /** Maximum presses per shape: the rows of one list all lead to the same kind of page. */
  maxOfOneShape: number
  /** Maximum number of controls pressed on one page. */
  maxOfOnePage: number
  /** Maximum number of presses one after the other. */
  depth: number
  /**
   * Time after which no new press starts, in milliseconds: first for presses that only read, then for those that change
   * something.
   */
  readsMs: number
  writesMs: number
  /** Minimum number of presses, however slow the machine is. */
  min: number
}

export type Found = {
  faults: string[]
  pressed: number
  /** Number of presses that changed something. */
  writes: number
  /** Ways whose controls no longer existed when they were to be pressed. */
  gone: string[]
}

/**
 * Presses all controls from each of the paths on. Presses that only read come first; those that would change something
 * are held back and repeated at the end. A press that has started is completed: the time limits only their number.
 */
export async function walk(
  crawler: Crawler,
  paths: readonly string[],
  effort: Effort,
  { seed, log }: { seed: number; log: (line: string) => void }
): Promise<Found> {
  const random = createRandom(seed)
  const found: Found = { faults: [], pressed: 0, writes: 0, gone: [] }
  const shapes = new Map<string, number>()
  const reported = new Set<string>()
  const writes: Way[] = []
  const started = Date.now()
  const isOver = () => Date.now() - started > effort.readsMs && found.pressed >= effort.min

  /** Whether a way is worth pressing: once for what every page has, and a few times for what each row of a list has. */
  function isNew({ path, presses }: Way): boolean {
    const last = presses.at(-1)
    if (!last || last.isOutside) return false
    const before = presses.slice(0, -1).map(it => it.shape)
    const isEverywhere = before.length === 0 && (last.isFrame || last.href?.startsWith('/'))
    const key = JSON.stringify([isEverywhere ? '' : path, ...before, last.shape])
    const count = shapes.get(key) ?? 0
    shapes.set(key, count + 1)
    return count < effort.maxOfOneShape
  }

  function report(where: string, shape: string, faults: readonly string[]): void {
    for (const fault of faults) {
      const key = `${shape}: ${fault}`
      if (reported.has(key)) continue
      reported.add(key)
      found.faults.push(`${where}: ${fault}`)
      log(`${where}: ${fault}`)
    }
  }

  function note(way: Way, { faults, isGone }: Outcome): void {
    const name = `${way.path}: ${way.presses.map(it => `“${it.name}”`).join(' then ')}`
    if (isGone) found.gone.push(name)
    else found.pressed += 1
    report(name, way.presses.at(-1)?.shape ?? '', faults)
  }

  async function press(way: Way): Promise<void> {
    if (isOver()) return
    const outcome = await crawler.press(way, { mayWrite: false })
    if (outcome.isWrite) writes.push(way)
    else note(way, outcome)
    if (way.presses.length >= effort.depth) return
    for (const control of outcome.opened) {
      const next = { path: way.path, presses: [...way.presses, control] }
      if (isNew(next)) await press(next)
    }
  }

  for (const path of shuffled(paths, random.below)) {
    if (isOver()) break
    const { controls, faults } = await crawler.look(path)
    report(path, '', faults)
    const ways = controls.map(control => ({ path, presses: [control] })).filter(isNew)
    const some = shuffled(ways, random.below).slice(0, effort.maxOfOnePage)
    for (const way of some) await press(way)
    log(`${path}: ${found.pressed} pressed`)
  }
  const begun = Date.now()
  for (const way of shuffled(writes, random.below)) {
    if (Date.now() - begun > effort.writesMs) break
    note(way, await crawler.press(way, { mayWrite: true }))
    found.writes += 1
  }
  return found
}

function shuffled<Value>(values: readonly Value[], below: (limit: number) => number): Value[] {
  const left = [...values]
  return values.map(() => left.splice(below(left.length), 1)[0] as Value)
}
