import { trafficSourceMessages } from './traffic-source-messages.ts'

type NamedUnit = { id: string; domain: string | null; size: string }

/** Returns what an advertiser knows an ad unit by: its site, its size, and its ID. */
export function unitName({ id, domain, size }: NamedUnit): string {
  return `${domain ?? trafficSourceMessages.anonymous}, ${size.replace('x', ' × ')} (${id})`
}
