/** The outcome of a thing that is expected to fail at times: a value, or why not. */
export type Result<Value, Failure> = ({ ok: true } & { value: Value }) | ({ ok: false } & Failure)

export function success<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value }
}
