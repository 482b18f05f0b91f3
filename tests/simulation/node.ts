import {
  type Campaign,
  createInventory,
  type Drawn,
  place,
  type Unit
} from '@mille/server/delivery/choosing/inventory.ts'
import { roomIn } from '@mille/server/delivery/choosing/room.ts'
import { createPacer } from '@mille/server/delivery/loading/pacer.ts'
import { anybody, testRates } from '@mille/server/delivery/testing/inventory.ts'
import type { Random } from '@mille/testing/random.ts'
import type { Books } from './books.ts'

/** The place in which every ad is shown, in pixels. */
export const somePlace = { width: 728, height: 90, screen: 800 }

/**
 * Simulates one delivery node: the product's inventory, selection and pacing, which receives changes and counts as the
 * real one does.
 */
export class SimulatedNode {
  #inventory = createInventory()
  #pacer = createPacer()
  readonly #units: readonly Unit[]
  readonly #books: Books
  readonly #random: Random

  constructor(units: readonly Unit[], books: Books, random: Random, at: number) {
    this.#units = units
    this.#books = books
    this.#random = random
    this.restart(at)
  }

  /** Restarts the node, which loses everything in its memory. */
  restart(at: number): void {
    this.#inventory = createInventory()
    this.#pacer = createPacer()
    for (const unit of this.#units) this.#inventory.putUnit(unit)
    for (const id of this.#books.ids()) this.readCampaign(id, at)
  }

  /** Reads a campaign again from the books. */
  readCampaign(id: number, at: number): void {
    const campaign = this.#books.read(id, at)
    this.#inventory.putCampaign(campaign, this.#pacer.standing(campaign, at, testRates))
  }

  observe(at: number): void {
    const isIdle = this.#inventory.takeDrawn() === 0
    const campaigns = this.#inventory
      .campaigns()
      .filter(it => it.trafficType === 'cpm')
      .map(({ id }): Campaign => this.#books.read(id, at))
    this.#pacer.observe(this.#inventory, campaigns, { nowMs: at, rates: testRates, isIdle })
  }

  draw(unit: Unit): Drawn | null {
    return this.#inventory.draw(place(unit), roomIn(unit, somePlace), this.#random, anybody)
  }
}
