/** Where we can say more than the server does: what the widgets and the pages of the host say in the same words. */
export const failureWords: Readonly<Record<string, string>> = {
  unreachable: 'The server could not be reached. Check your connection and try again.',
  unreadable: 'The answer of the server could not be read. Try again in a moment.',
  internal: 'Something went wrong on our side. Nothing was lost; try again in a moment.',
  unavailable: 'The service is not available right now. Try again in a moment.',
  too_many_requests: 'That was tried too often. Wait a few minutes, then try again.',
  access_code_wrong: 'This code does not match. Check it letter by letter, or ask for a new one.',
  access_code_expired: 'This code has expired. Ask for a new one.'
}
