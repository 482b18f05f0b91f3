import type { DeviceSystem } from '@mille/api/constants.ts'

/** Names of operating systems, as their makers write them. */
export const systemNames = {
  android: 'Android',
  ios: 'iOS',
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
  chromeos: 'ChromeOS'
} satisfies Record<Exclude<DeviceSystem, 'other'>, string>
