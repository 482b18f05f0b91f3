import { statfs } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { minFreeBytes } from '../db/data-folder.ts'
import { type HealthCheck, sizeOf } from './health-rules.ts'

/** Returns the size of the disk that a folder is on, in bytes. */
export async function readDisk(folder: string): Promise<{ total: number; free: number }> {
  const { bavail, blocks, bsize } = await statfs(folder).catch(() => statfs('/'))
  return { total: blocks * bsize, free: bavail * bsize }
}

/** Checks the free space on the disk of the data folder. Below `minFreeBytes` the server does not start. */
export async function diskCheck({
  config
}: {
  config: Pick<Config, 'dataFolder'>
}): Promise<HealthCheck> {
  const { total, free } = await readDisk(config.dataFolder)
  const share = free / total
  const isFull = share < 0.05 || free < minFreeBytes
  return {
    name: 'Disk',
    state: isFull ? 'alarm' : share < 0.15 ? 'warning' : 'ok',
    text: `${sizeOf(free)} free, ${Math.round(share * 100)}%.`
  }
}
