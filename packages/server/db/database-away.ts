/**
 * PostgreSQL's error codes for connections that end or are refused while a server stops, starts or is not a primary.
 */
const codes = new Set(['57P01', '57P02', '57P03', '25006'])
/** Error messages of the driver, the pool, and the search for a primary, which have no error codes. */
const messages =
  /^(None of the databases is a primary|.* was the primary before the last promotion|.* are both primaries |Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|The standby did not confirm the commit)/
const ofSocket = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'])

/** Reports whether a query failed because no database could be reached, and not because of the query itself. */
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
