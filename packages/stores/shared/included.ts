type Included = { type: string; id: string }

/** Returns the resource in a JSON:API document's `included` that a relationship refers to. */
export function findIncluded<Member extends Included, Type extends Member['type']>(
  included: readonly Member[],
  reference: { type: Type; id: string } | null
): Extract<Member, { type: Type }> | null {
  const found = included.find(it => it.type === reference?.type && it.id === reference.id)
  return (found as Extract<Member, { type: Type }> | undefined) ?? null
}
