import manifest from '../../embed/npm/custom-elements.json' with { type: 'json' }

export const widgetNames = [
  'ad',
  'marketplace',
  'announcement',
  'login',
  'chat',
  'feedback'
] as const

export type WidgetName = (typeof widgetNames)[number]

export type Described = { name: string; description: string; type?: { text: string } }
export type ElementDescription = {
  tagName: string
  description: string
  attributes: Described[]
  events: Described[]
  members: Described[]
  cssProperties?: Described[]
}

/** Returns the description of an element from `custom-elements.json`, which editors read too. */
export function describeElement(name: WidgetName): ElementDescription {
  const all: ElementDescription[] = manifest.modules.flatMap(it => it.declarations)
  const found = all.find(it => it.tagName === `mille-${name}`)
  if (!found) throw new Error(`custom-elements.json has no mille-${name}`)
  return found
}

/** Returns the widget that a page in the sidebar is about, given the title of the page. */
export function widgetOfTitle(title: string): WidgetName | undefined {
  const [area, name, ...rest] = title.toLowerCase().split('/')
  if (area !== 'widgets' || rest.length > 0) return undefined
  return widgetNames.find(it => it === name)
}
