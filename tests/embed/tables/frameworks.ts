import { checkConsumers } from '../../../scripts/lib/check-consumers.mjs'
import { consumerApps } from '../../../scripts/lib/consumer-apps.mjs'
import { buildPackages, publishedPackages } from '../../../scripts/lib/packages.mjs'
import type { Finding } from './table.ts'

/**
 * Tests apps outside of the repository that install the packed packages. They draw their ad again ten times and request
 * it once.
 */
export async function tryFrameworks(): Promise<Finding> {
  await buildPackages()
  const checked = await checkConsumers(
    publishedPackages.map(it => it.output),
    consumerApps.full
  )
  const rows = checked.map(({ name, problem, bytes }) => [
    name,
    problem?.split('\n')[0] ?? 'builds, shows the ad, asks for it once',
    String(bytes)
  ])
  const head = ['app', 'what happens', 'bytes of its scripts (brotli)']
  return { name: 'frameworks', head, rows, isGood: checked.every(it => it.problem === null) }
}
