/** A sentence that says what is wrong with a bill. Anything else that is thrown means a line that is not what belongs there. */
export class Wrong extends Error {
  override name = 'Wrong'
}

export function require(condition: boolean, sentence: string): asserts condition {
  if (!condition) throw new Wrong(sentence)
}

/** As `require`, about one window. */
export type Check = (condition: boolean, sentence: string) => void
