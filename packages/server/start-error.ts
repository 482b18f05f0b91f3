/**
 * Thrown when the program cannot start, with a message for the person who started it: one sentence, or one line per
 * reason. Any other error is a bug.
 */
export class StartError extends Error {
  override name = 'StartError'
}
