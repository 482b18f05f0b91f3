import {
  type MilleAttributes,
  type MilleElementName,
  type MilleElements,
  toMarkup
} from './attributes.ts'

/**
 * Adds a widget to the page. The element's `refresh` reloads it, and its `destroy` removes it with all its listeners.
 * The element's own module must be imported too, for example `@mille/embed/ad`.
 */
export function mount<Name extends MilleElementName>(
  name: Name,
  target: Element,
  attributes: MilleAttributes<Name>
): MilleElements[Name] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(toMarkup(attributes))) element.setAttribute(key, value)
  target.append(element)
  return element as unknown as MilleElements[Name]
}
