/** Returns the reason of an error, which `fetch` and connections to several addresses hide inside it. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  const { message, cause } = error as Error
  if (cause instanceof Error) return reasonOf(cause)
  return message.replace(/[.\s]+$/, '')
}
