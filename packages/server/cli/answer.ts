/** What a command prints, on the standard error and with exit code 1, or another one, when it failed. */
export type Answer = { text: string; failed?: boolean; exitCode?: number }
