/** Returns one sentence, with what to do, for why a server cannot listen on its port. */
export function listenProblem(
  error: NodeJS.ErrnoException,
  { host, port }: { host: string; port: number }
): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is in use: stop the process that uses it, or set PORT to another port`
  if (error.code === 'EACCES')
    return `This user is not allowed to use port ${port}: set PORT to a port above 1023`
  return `The server cannot listen on ${host}:${port}: ${error.message}`
}
