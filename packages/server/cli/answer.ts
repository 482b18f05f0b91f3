/** What a command prints, on the standard error and with exit code 1 when it failed. */
export type Answer = { text: string; failed?: boolean }
