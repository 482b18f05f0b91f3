/** The outcome of an operation that can be expected to fail: a value or a failure. */
export type Result<Value, Failure> = ({ ok: true } & { value: Value }) | ({ ok: false } & Failure)

export function success<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value }
}
