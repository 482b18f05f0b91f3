import type { Api } from '@mille/api/client.ts'
import type { ServerProcess } from '@mille/testing/server-process.ts'
import type { Page } from 'playwright/test'
import type { Furniture } from '../furnish.ts'

/** The people of the demo network, a visitor who is not signed in, and a person with a new account of their own. */
export type Who = 'visitor' | 'newcomer' | 'advertiser' | 'publisher' | 'operator'

/** What a name, an address or a text may need to know. */
export type Known = Readonly<Record<string, string>>

/** A press of what has that name, or what is typed by label; the last thing typed must be there after a failure. */
export type Step = string | RegExp | Readonly<Record<string, string>> | FileStep
/** The text of a file, which the page sends as soon as it is chosen. */
export type FileStep = { file: { name: string; text: string } }

export type WriteWorld = {
  server: ServerProcess
  furniture: Furniture
  page: Page
  /** The calls of the product with the session of the person at the page. */
  api: Api
  /** The calls of another person, in another browser. */
  as: (who: Who) => Promise<Api>
}

export type Write = {
  /** What fails, as in the contract. */
  call: string
  who: Who
  /** Names in braces are known from the furniture and from `setup`. */
  path: string
  /** What has to be there before; gives what the other fields have in braces. */
  setup?: (world: WriteWorld) => Promise<Known | undefined>
  /** What the person does until everything is ready to be sent. */
  steps?: readonly Step[]
  /** Sends it: a button's name, or a picture of that size for the only field that takes one. */
  send: string | RegExp | { upload: readonly [width: number, height: number] }
  /** Sends it again, where that is something else. */
  again?: string | RegExp
  /**
   * How the page reports the failure, if it has its own text for it; false if the failure does not come from an action
   * of a person.
   */
  says?: string | RegExp | false
  /** A text that must stay in sight, where what was typed is shown as text by then. */
  shows?: string
  /** Answers that mean that nothing is left to do, beside a success. */
  over?: readonly number[]
  /** Counts what was done, in the database: one more afterwards. */
  count?: string
}
