/** Every widget's element, with its own methods. */
export type MilleElementName = Extract<keyof HTMLElementTagNameMap, `mille-${string}`>

/** By the names that they have in HTML; `true` is an attribute without a value, `null` and `false` are none. */
export type MilleAttributes = Readonly<Record<string, string | number | boolean | null | undefined>>

/** Puts a widget into the page. Its `refresh` begins it anew, its `destroy` takes it away with all that it watches. */
export function mount<Name extends MilleElementName>(
  name: Name,
  target: Element,
  attributes: MilleAttributes = {}
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  setAttributes(element, attributes)
  target.append(element)
  return element
}

export function setAttributes(element: Element, attributes: MilleAttributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) element.removeAttribute(name)
    else element.setAttribute(name, value === true ? '' : String(value))
  }
}
