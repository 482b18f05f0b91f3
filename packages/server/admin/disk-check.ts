import { statfs } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { minFreeBytes } from '../db/data-folder.ts'
import { type HealthCheck, sizeOf } from './health-rules.ts'

/** Checks the free space on the disk of the data folder. Below `minFreeBytes` the server does not start. */
export async function diskCheck({
  config
}: {
  config: Pick<Config, 'dataFolder'>
}): Promise<HealthCheck> {
  const { bavail, blocks, bsize } = await statfs(config.dataFolder).catch(() => statfs('/'))
  const share = bavail / blocks
  const isFull = share < 0.05 || bavail * bsize < minFreeBytes
  return {
    name: 'Disk',
    state: isFull ? 'alarm' : share < 0.15 ? 'warning' : 'ok',
    text: `${sizeOf(bavail * bsize)} free, ${Math.round(share * 100)}%.`
  }
}
