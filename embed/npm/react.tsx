import { adBox } from '@mille/api/ad-units/ad-box.ts'
import { dimensions, unitSizes } from '@mille/api/reference-data/banner-sizes.ts'
import {
  type CSSProperties,
  createElement,
  type ForwardedRef,
  type FunctionComponent,
  forwardRef,
  type HTMLAttributes,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef
} from 'react'
import ReactDom from 'react-dom'
import {
  type ElementAttributes,
  type EventName,
  type EventOf,
  eventNames,
  type MilleElementName,
  type MilleElements
} from './attributes.ts'

/** Handler props of the events: `onFilled` for `mille-ad:filled`, `onSignedIn` for `mille-login:signed-in`. */
type Handlers<Name extends MilleElementName> = {
  [Event in EventName<Name> as `on${Pascal<Event>}`]?:
    | ((event: EventOf<Name, Event>) => void)
    | undefined
}
type Pascal<Words extends string> = Words extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${Pascal<Rest>}`
  : Capitalize<Words>

type Own<Name extends MilleElementName> = ElementAttributes[Name] &
  Handlers<Name> & {
    class?: string | undefined
    ref?: Ref<MilleElements[Name]>
    [data: `data-${string}`]: string | number | boolean | null | undefined
  }
/**
 * Props that a widget does not accept. An ad shows its children only for pages with an unclosed tag, which a component
 * cannot have. React 19 sets the property `translate` to the string `no`, which counts as true.
 */
type NotOurs = 'children' | 'dangerouslySetInnerHTML' | 'translate'
/** The widget's own props, and the props that React accepts on every element. */
type WidgetProps<Name extends MilleElementName> = Own<Name> &
  Omit<HTMLAttributes<HTMLElement>, keyof Own<Name> | NotOurs>

export type MilleAdProps = WidgetProps<'mille-ad'>
export type MilleAnnouncementProps = WidgetProps<'mille-announcement'>
export type MilleChatProps = WidgetProps<'mille-chat'>
export type MilleFeedbackProps = WidgetProps<'mille-feedback'>
export type MilleLoginProps = WidgetProps<'mille-login'>
export type MilleMarketplaceProps = WidgetProps<'mille-marketplace'>

/** The ad component. If `size` is set, its space is reserved from the server's markup on. */
export const MilleAd = /* @__PURE__ */ widget<'mille-ad', MilleAdProps>(
  'mille-ad',
  () => import('./ad.ts')
)
export const MilleAnnouncement = /* @__PURE__ */ widget<
  'mille-announcement',
  MilleAnnouncementProps
>('mille-announcement', () => import('./announcement.ts'))
export const MilleChat = /* @__PURE__ */ widget<'mille-chat', MilleChatProps>(
  'mille-chat',
  () => import('./chat.ts')
)
export const MilleFeedback = /* @__PURE__ */ widget<'mille-feedback', MilleFeedbackProps>(
  'mille-feedback',
  () => import('./feedback.ts')
)
/** The login component. `ref` gives the element, which has the method `open`. */
export const MilleLogin = /* @__PURE__ */ widget<'mille-login', MilleLoginProps>(
  'mille-login',
  () => import('./login.ts')
)
export const MilleMarketplace = /* @__PURE__ */ widget<'mille-marketplace', MilleMarketplaceProps>(
  'mille-marketplace',
  () => import('./marketplace.ts')
)

type Handler = (event: Event) => void
type Parts = {
  /** The attributes that React sets on the element, except `style`. */
  attributes: Readonly<Record<string, unknown>>
  /** Event handlers by event name, without the element's prefix. */
  handlers: Readonly<Record<string, Handler>>
  style: CSSProperties | undefined
}

/** Creates a widget's component. It uses `forwardRef`, because React 18 does not pass `ref` as a prop. */
function widget<Name extends MilleElementName, Props>(name: Name, load: () => Promise<unknown>) {
  const render = (props: object, outer: ForwardedRef<HTMLElement>) => (
    <Widget {...{ name, load, outer }} parts={partsOf(name, props)} />
  )
  return Object.assign(forwardRef(render), { displayName: name }) as FunctionComponent<Props>
}

type WidgetParts = {
  name: MilleElementName
  load: () => Promise<unknown>
  outer: ForwardedRef<HTMLElement>
  parts: Parts
}

/** Renders the element. A server renders its tag and attributes; its script is loaded in the browser's first effect. */
function Widget({ name, load, outer, parts: { attributes, handlers, style } }: WidgetParts) {
  const own = useRef<HTMLElement>(null)
  const latest = useRef(handlers)
  const events = Object.keys(handlers).sort().join()
  useImperativeHandle(outer, () => own.current as HTMLElement)
  useEffect(() => {
    latest.current = handlers
  })
  useEffect(() => {
    void load()
    const listening = new AbortController()
    for (const event of events.split(',').filter(Boolean)) {
      const notify = (fired: Event) => latest.current[event]?.(fired)
      own.current?.addEventListener(`${name}:${event}`, notify, listening)
    }
    return () => listening.abort()
  }, [name, load, events])
  const place = name === 'mille-ad' ? placeOf(attributes) : undefined
  if (name === 'mille-ad' && typeof document === 'undefined') preloadDecision(attributes, style)
  return createElement(name, {
    ...attributes,
    style: place ? { ...place, ...style } : style,
    ref: own
  })
}

/**
 * Returns a style that reserves the ad's space before the script loads, so that the page does not shift. A sticky ad
 * needs no space.
 */
function placeOf({ size, position }: Parts['attributes']): CSSProperties | undefined {
  const known = unitSizes.find(it => it === size)
  return known && adBox(known, position === 'sticky' ? 'sticky' : 'fixed')
}

/**
 * Preloads the ad decision from the server's markup, which saves a round trip. The address is exactly the one that a
 * full-width ad requests, so one request serves both. If the ad may request another address or none, nothing is
 * preloaded. React 18 has no `preload`.
 */
function preloadDecision(attributes: Parts['attributes'], style: CSSProperties = {}): void {
  const { server, unit, size, position, lazy, hidden } = attributes
  const known = unitSizes.find(it => it === size)
  if (!known || known === 'Adaptive' || position === 'sticky' || lazy || hidden) return
  if (['display', 'width', 'maxWidth', 'inlineSize', 'zoom'].some(it => it in style)) return
  const { preload } = ReactDom as Partial<typeof ReactDom>
  preload?.(`${server}/serve/units/${unit}`, {
    as: 'fetch',
    crossOrigin: 'anonymous',
    // On a narrower screen the ad sends its width, so its address differs.
    media: `(min-width:${dimensions(known).width * 0.9}px)`
  })
}

function partsOf(name: MilleElementName, props: object): Parts {
  const { className, style, ...rest } = props as Record<string, unknown>
  const all = Object.entries(rest)
  const isOwnHandler = ([prop]: [string, unknown]) =>
    /^on[A-Z]/.test(prop) && eventOf(prop) in eventNames[name]
  const handlers = all.filter(isOwnHandler).map(([prop, value]) => [eventOf(prop), value])
  const attributes = all
    .filter(it => !isOwnHandler(it))
    .map(([prop, value]) => [prop, isWord(prop) && value != null ? String(value) : value])
    // React 18 would write `false` as a string, which sets the attribute.
    .filter(([, value]) => value !== false)
  return {
    // On a custom element, `className` would become an attribute with that name.
    attributes: { ...(className ? { class: className } : {}), ...Object.fromEntries(attributes) },
    handlers: Object.fromEntries(handlers) as Record<string, Handler>,
    style: style as CSSProperties | undefined
  }
}

/**
 * Returns whether the attribute takes `true` and `false` as strings. On a custom element React would add or remove the
 * attribute instead.
 */
function isWord(prop: string): boolean {
  return /^(aria-|data-|contentEditable$|spellCheck$)/.test(prop)
}

/** Returns the event name of a handler prop: `signed-in` for `onSignedIn`. */
function eventOf(prop: string): string {
  return prop
    .slice(2)
    .replace(/(?!^)[A-Z]/g, '-$&')
    .toLowerCase()
}
