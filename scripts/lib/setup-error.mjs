// @ts-check

/** A problem that a person has to fix. The message says what to do, in one sentence. */
export class SetupError extends Error {}
