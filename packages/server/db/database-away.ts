/** Of PostgreSQL: connections end or are refused while a server stops, starts or is not a primary. */
const codes = new Set(['57P01', '57P02', '57P03', '25006'])
/** Of the driver, the pool, and the search for a primary, none of which has a code. */
const messages =
  /^(None of the databases is a primary|.* was the primary before the last promotion|.* are both primaries |Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|The standby did not confirm the commit)/
const ofSocket = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'])

/** Whether a query failed because no database is there to answer it, and not because of what it asked. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  const { code = '', address = '' } = error as NodeJS.ErrnoException & { address?: string }
  const lacksSocket = code === 'ENOENT' && address.includes('.s.PGSQL.')
  return (
    codes.has(code) ||
    code.startsWith('08') ||
    ofSocket.has(code) ||
    lacksSocket ||
    messages.test(error.message)
  )
}
