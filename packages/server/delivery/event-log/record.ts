import {
  type DeviceSystem,
  type DeviceType,
  deviceSystems,
  deviceTypes
} from '@mille/api/constants.ts'
import { dayMs } from '@mille/api/durations.ts'
import type { RejectedReason } from '../what-counts.ts'

/** Size of every record, in bytes. docs/event-log.md describes each byte. */
export const recordBytes = 84
export const recordVersion = 1

/** The numbers of kinds are stored in existing logs: a kind keeps its number, and a new kind takes the next one. */
export const recordKinds = {
  rendered: 1,
  viewable: 2,
  clicked: 3,
  sum: 4,
  unit_rule: 5,
  visitor_rule: 6,
  cut: 7,
  unit_hour: 8,
  heartbeat: 9
} as const
export type RecordKind = keyof typeof recordKinds

/** Reasons are stored in logs by their index, so a new reason is added at the end. */
export const reasonsByCode = [
  'forged',
  'expired',
  'bot',
  'data_centre',
  'foreign',
  'own',
  'blocked_referrer',
  'mismatched_site',
  'too_early',
  'automated',
  'repeated',
  'rate',
  'crowd',
  'no_view',
  'seen_today',
  'excluded',
  'refreshed'
] as const satisfies readonly RejectedReason[]

/**
 * A visitor's device. The byte `device` of a record has the system's index in its high four bits and the type's in the
 * low ones.
 */
export type Device = { type: DeviceType; system: DeviceSystem }

export function writeDevice({ type, system }: Device): number {
  return (deviceSystems.indexOf(system) + 1) * 16 + deviceTypes.indexOf(type) + 1
}

/** Reads a device; null if it is unknown, at least to this version. */
export function readDevice(byte: number): Device | null {
  const type = deviceTypes[(byte & 15) - 1]
  const system = deviceSystems[(byte >> 4) - 1]
  return type && system ? { type, system } : null
}

/** Offsets of a record's fields. Bytes 8 to 54 are the value of a delivery token as it was signed. */
export const fields = {
  version: 0,
  kind: 1,
  flags: 2,
  names: 3,
  country: 4,
  device: 6,
  outcome: 7,
  decision: 8,
  unit: 24,
  campaign: 28,
  creative: 32,
  banner: 36,
  moment: 40,
  visitor: 46,
  receivedAt: 54,
  otherNames: 60,
  block: 76
} as const

/** Flags of a view, as bits. */
export const flags = {
  isCovered: 1,
  isShrunken: 2,
  isContradictory: 4,
  hasBlock: 8,
  isMoved: 32,
  isUnplaced: 64,
  isSilent: 128
} as const
/** The only flag of a rule; a rule without it ends the exclusion of the unit or visitor. */
export const isExcludedFlag = 1

/**
 * Bits for yesterday, today and tomorrow: whether the visitor's name is known, and whether a charge is kept under it.
 */
export const knownName = [1, 2, 4] as const
export const keptName = [8, 16, 32] as const
/**
 * Maximum number of names stored besides the token's. A token lives for two hours, so one of the three days is always
 * its own.
 */
export const maxStoredNames = 2

/**
 * Returns on which of the three days the token was issued, as an index in `knownName`; another number means none of
 * them.
 */
export function ownDayOf(issuedAtMs: number, receivedAtMs: number): number {
  return Math.floor(issuedAtMs / dayMs) - Math.floor(receivedAtMs / dayMs) + 1
}

/** Returns how many names are stored besides the token's. */
export function storedNames(names: number, ownDay: number): number {
  let stored = 0
  for (const [day, bit] of knownName.entries()) {
    if ((names & bit) !== 0 && day !== ownDay) stored++
  }
  return stored
}
