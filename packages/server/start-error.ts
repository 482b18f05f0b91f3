/** Why the program cannot start, for the person who started it: a sentence, or a line for each reason. Anything else thrown is a bug. */
export class StartError extends Error {
  override name = 'StartError'
}
