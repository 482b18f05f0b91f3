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

let visitors = 0

/** The number of the first of so many visitors who were never here before; the others have the next ones. */
export function takeVisitors(count: number): number {
  visitors += count
  return visitors - count
}
