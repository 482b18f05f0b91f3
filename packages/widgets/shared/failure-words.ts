/** Texts by error code that say more than the server does, shared by the widgets and the host's pages. */
export const failureWords: Readonly<Record<string, string>> = {
  unreachable: 'The server could not be reached. Check your connection and try again.',
  unreadable: 'The server’s response could not be read. Try again in a moment.',
  internal: 'Something went wrong on our side. Nothing was lost. Try again in a moment.',
  unavailable: 'The service is not available right now. Try again in a moment.',
  too_many_requests: 'Too many attempts. Wait a few minutes, then try again.',
  access_code_wrong: 'This code is not correct. Check it, or request a new one.',
  access_code_expired: 'This code has expired. Request a new one.'
}
