type KeptChoicesProps = { search: URLSearchParams; without: readonly string[] }

/**
 * Hidden fields for all choices that a form does not contain, because a form replaces the whole query of the address.
 */
export function KeptChoices({ search, without }: KeptChoicesProps) {
  return [...search]
    .filter(([name]) => !without.includes(name))
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}
