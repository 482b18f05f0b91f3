// @ts-check

/** Something a person has to put right. The message says what, in one sentence. */
export class SetupError extends Error {}
