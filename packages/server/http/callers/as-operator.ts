const asOperator = new WeakSet<Request>()

/** Marks a call that is open to everyone as answered only because the caller is an operator, so that it is logged. */
export function markAsOperator(request: Request): void {
  asOperator.add(request)
}

export function isAsOperator(request: Request): boolean {
  return asOperator.has(request)
}
