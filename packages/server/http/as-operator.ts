const asOperator = new WeakSet<Request>()

/** Says that a call which is everybody's is answered only since the caller is an operator, so that it is written down. */
export function markAsOperator(request: Request): void {
  asOperator.add(request)
}

export function isAsOperator(request: Request): boolean {
  return asOperator.has(request)
}
