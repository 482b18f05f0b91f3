/** What a command prints. If it failed, it prints to standard error and exits with `exitCode`, or 1; otherwise with 0. */
export type Answer = { text: string; failed?: boolean; exitCode?: number }
