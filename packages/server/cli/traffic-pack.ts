import { createTrafficPackInput, packTargetTypes } from '@mille/api/traffic-selection/schema.ts'
import type { Context } from '../context.ts'
import { StartError } from '../start-error.ts'
import { findPackId, savePack } from '../traffic-selection/index.ts'

/** Creates a traffic pack, or replaces its targets; `targets` is a list such as `category:10,not-site:4`. */
export async function writePack(
  { db, now }: Context,
  name: string | undefined,
  targets: string | undefined
): Promise<string> {
  const read = createTrafficPackInput.safeParse({ name, targets: readTargets(targets ?? '') })
  if (!read.success) {
    const [issue] = read.error.issues
    throw new StartError(`The pack is not valid: ${issue?.path.join('.')} ${issue?.message}`)
  }
  const pack = read.data
  return db.transaction().execute(async tx => {
    const id = await findPackId(tx, pack.name)
    const saved = await savePack(tx, { ...pack, id, at: now() })
    if (!saved.ok) throw new StartError(`${saved.pointer ?? 'The pack'}: ${saved.detail}`)
    const does = id === null ? 'Made' : 'Changed'
    return `${does} traffic pack ${saved.id}, “${pack.name}”, with ${pack.targets.length} targets`
  })
}

function readTargets(text: string) {
  return text.split(',').map(word => {
    const [, not, type, id] = /^(not-)?([a-z_]+):(\d+)$/.exec(word.trim()) ?? []
    if (!packTargetTypes.some(it => it === type))
      throw new StartError(
        `A target is ${packTargetTypes.join(', ')} with an id, such as site:4 or not-site:4, and “${word}” is not`
      )
    return { type, id, allowed: not === undefined }
  })
}
