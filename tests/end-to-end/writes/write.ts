import type { Api } from '@mille/api/client.ts'
import type { ServerProcess } from '@mille/testing/server-process.ts'
import type { Page } from 'playwright/test'
import type { Furniture } from '../furnish.ts'

/** The people of the demo network, a visitor who is not signed in, and a person with a new account. */
export type Who = 'visitor' | 'newcomer' | 'advertiser' | 'publisher' | 'operator'

/** Values for the names in braces in a name, an address, or a text. */
export type Known = Readonly<Record<string, string>>

/**
 * The name of a control to press, or texts to type by label; the last typed text must still be there after a failure.
 */
export type Step = string | RegExp | Readonly<Record<string, string>> | FileStep | PictureStep
/** A text file, which the page sends as soon as the file is chosen. */
export type FileStep = { file: { name: string; text: string } }
/** A picture of that size, which the page sends with the rest of the form. */
export type PictureStep = { picture: readonly [width: number, height: number] }

export type WriteWorld = {
  server: ServerProcess
  furniture: Furniture
  page: Page
  /** The product's API calls with the session of the person at the page. */
  api: Api
  /** Returns the API calls of another person, in another browser. */
  as: (who: Who) => Promise<Api>
}

export type Write = {
  /** The call that fails, as the contract writes it. */
  call: string
  who: Who
  /** Path of the page. Names in braces are filled from the furniture and from `setup`. */
  path: string
  /** Creates what the write needs, and returns the values for the names in braces. */
  setup?: (world: WriteWorld) => Promise<Known | undefined>
  /** What the person does until the write is ready to be sent. */
  steps?: readonly Step[]
  /** What sends the write: a button's name, or a picture of that size for the only field that takes one. */
  send: string | RegExp | { upload: readonly [width: number, height: number] }
  /** What sends the write again, if that is a different control. */
  again?: string | RegExp
  /**
   * How the page reports the failure, if it has its own text for it; false if the failure does not come from an action
   * of a person.
   */
  says?: string | RegExp | false
  /** A text that must stay visible, if the typed words are shown as text by then. */
  shows?: string
  /** Statuses, other than a success, that mean that nothing is left to do. */
  over?: readonly number[]
  /** SQL that counts the effects of the write: one more after it. */
  count?: string
}
