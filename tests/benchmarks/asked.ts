import type { Node } from '@mille/server/delivery/testing/node.ts'
import type { Network } from '../faults/delivery-network.ts'

export const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** A network with a unit and campaigns, a node of it, and a server that does nothing. */
export type Asked = {
  network: Network
  node: Node
  bare: Node
  /** What is asked for, and from which page. */
  path: string
  page: string
}

/** Who asks, as a proxy in front tells it. */
export type Visitor = { userAgent: string; address: string }

/** Browsers are few beside people. */
const browsers = 500
/** Neighborhoods of an internet provider's, so many that none is a crowd. */
const neighborhoods = 65_536
let visitors = 0

/** So many who were never here before. */
export function takeVisitors(count: number): Visitor[] {
  return Array.from({ length: count }, () => {
    const nth = visitors++
    const neighborhood = nth % neighborhoods
    // Two of one neighborhood never have one browser.
    const nthBrowser = (nth + Math.floor(nth / neighborhoods)) % browsers
    return {
      userAgent: `${browser} ${nthBrowser}`,
      address: `126.${neighborhood >>> 8}.${neighborhood & 255}.${nth % 250}`
    }
  })
}
