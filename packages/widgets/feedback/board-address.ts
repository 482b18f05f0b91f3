/**
 * Returns the address at which a feedback token opens the board: Nolt signs visitors in by a path, the built-in board
 * takes the token in the address. Null when `board` is not a web address.
 */
export function boardAddress(server: string, board: string | null, token: string): string | null {
  if (board === null) return `${server}/suggestions?token=${encodeURIComponent(token)}`
  if (!URL.canParse(board)) return null
  const { protocol, origin } = new URL(board)
  return /^https?:$/.test(protocol) ? `${origin}/sso/${encodeURIComponent(token)}` : null
}
