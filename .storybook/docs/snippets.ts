import { adBox } from '@mille/api/ad-units/ad-box.ts'
import type { UnitSize } from '@mille/api/reference-data/banner-sizes.ts'
import { describeElement, type WidgetName } from './elements.ts'

export type Attributes = Record<string, string | undefined>

/** A placeholder for the network's own server address, as in all documentation. */
const server = 'https://mille.example'

/** The attributes of each widget in the introductory snippets. */
export const usualAttributes: Record<WidgetName, Attributes> = {
  ad: { unit: '12', size: '300x250' },
  marketplace: { limit: '3' },
  announcement: {},
  login: { popup: 'GET_SIGN_IN_POPUP' },
  chat: {},
  feedback: { token: 'a-feedback-token' }
}

/** Returns the element as HTML. An attribute with an empty value is written as its name alone. */
export function elementHtml(name: WidgetName, attributes: Attributes): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [value === '' ? key : `${key}="${value.replaceAll('"', '&quot;')}"`]
  )
  return `<${[`mille-${name}`, ...written].join(' ')}></mille-${name}>`
}

export type Snippet = { title: string; language: 'html' | 'typescript' | 'tsx'; code: string }

/** Returns the code of every way to put a widget on a page, ready to be copied. */
export function snippetsOf(name: WidgetName, attributes: Attributes): Snippet[] {
  const script = name === 'ad' ? 'ad' : 'mille'
  const html = `<script type="module" src="${server}/embed/v1/${script}.js"></script>
${elementHtml(name, withPlace(name, attributes))}`
  return [
    { title: 'HTML', language: 'html', code: html },
    ...(name === 'ad' ? [iframe(attributes)] : []),
    { title: 'npm', language: 'typescript', code: npm(name, attributes) },
    { title: 'React', language: 'tsx', code: react(name, attributes) }
  ]
}

/** Adds a style that reserves the ad's space before the script loads, so that the page does not shift. */
function withPlace(name: WidgetName, attributes: Attributes): Attributes {
  if (name !== 'ad' || !attributes.size || attributes.position === 'sticky') return attributes
  const style = Object.entries(adBox(attributes.size as UnitSize)).map(
    ([property, value]) => `${kebab(property)}:${value}`
  )
  return { ...attributes, style: style.join(';') }
}

function iframe({ unit = '12', size }: Attributes): Snippet {
  const { width, height } = adBox((size ?? 'Adaptive') as UnitSize)
  const code = `<iframe src="${server}/serve/frame/${unit}" title="Advertisement"
  width="${width.replace('px', '')}" height="${height.replace('px', '')}" loading="lazy" style="border:0"></iframe>`
  return { title: 'iframe', language: 'html', code }
}

function npm(name: WidgetName, attributes: Attributes): string {
  const lines = Object.entries({ server, ...attributes }).flatMap(([key, value]) =>
    value === undefined
      ? []
      : [`  ${/-/.test(key) ? `'${key}'` : key}: ${literal(name, key, value)}`]
  )
  return `// npm install @mille/embed
import { mount } from '@mille/embed/${name}'

mount('mille-${name}', document.body, {
${lines.join(',\n')}
})`
}

function react(name: WidgetName, attributes: Attributes): string {
  const component = `Mille${name[0]?.toUpperCase()}${name.slice(1)}`
  const props = Object.entries({ server, ...attributes }).flatMap(([key, value]) =>
    value === undefined ? [] : [prop(name, key, value)]
  )
  return `// npm install @mille/embed
import { ${component} } from '@mille/embed/react'

<${[component, ...props].join(' ')} />`
}

/** Writes an attribute's value as a JavaScript literal of the type that the npm package expects. */
function literal(name: WidgetName, key: string, value: string): string {
  if (value === '') return 'true'
  return isNumber(name, key) ? value : `'${value.replaceAll("'", "\\'")}'`
}

function prop(name: WidgetName, key: string, value: string): string {
  if (value === '') return key
  return isNumber(name, key) ? `${key}={${value}}` : `${key}="${value.replaceAll('"', '&quot;')}"`
}

function isNumber(name: WidgetName, key: string): boolean {
  return describeElement(name).attributes.find(it => it.name === key)?.type?.text === 'number'
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, '-$&').toLowerCase()
}
