import type { Json } from './canonical.ts'
import type { Source } from './lines.ts'
import { anyObject, integer, text } from './shapes.ts'

const headBytes = 200_000

/** Without verifying anything: a bill's checkpoint, and the size that it says it continues. */
export function readKept({ size, read }: Source): {
  checkpoint: string | null
  continues: number | null
} {
  try {
    const start = new TextDecoder().decode(read(0, Math.min(size, headBytes)))
    const [, second = '', third = ''] = start.split('\n')
    const line = anyObject(JSON.parse(second) as Json)
    const checkpoint = text(line.note)
    if (!third.includes('"kind":"consistency"')) return { checkpoint, continues: null }
    return { checkpoint, continues: integer(anyObject(JSON.parse(third) as Json).from) }
  } catch {
    // No bill: what verifies it says so.
    return { checkpoint: null, continues: null }
  }
}
