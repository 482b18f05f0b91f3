import type { LogKeys } from './keys.ts'

const saltBytes = 16

/** Salts are derived again from the log's key whenever they are needed. */
export type Salts = {
  campaign: (campaign: number) => Buffer
  details: (campaign: number, start: Date) => Buffer
  charge: (campaign: number, start: Date) => Buffer
  share: (campaign: number, start: Date, unit: number) => Buffer
}

export function createSalts({ salt }: Pick<LogKeys, 'salt'>): Salts {
  const make = (label: string, campaign: number, start?: Date, unit?: number) => {
    const ids = Buffer.alloc(16)
    ids.writeUInt32BE(campaign)
    ids.writeBigUInt64BE(BigInt(start?.getTime() ?? 0), 4)
    ids.writeUInt32BE(unit ?? 0, 12)
    return salt(Buffer.concat([Buffer.from(`${label}\0`), ids]), saltBytes)
  }
  return {
    campaign: campaign => make('campaign', campaign),
    details: (campaign, start) => make('details', campaign, start),
    charge: (campaign, start) => make('charge', campaign, start),
    share: (campaign, start, unit) => make('share', campaign, start, unit)
  }
}
