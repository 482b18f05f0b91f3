/** Why the program cannot start, in one sentence for the person who started it. Anything else thrown is a bug. */
export class StartError extends Error {
  override name = 'StartError'
}
