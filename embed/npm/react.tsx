import { adBox } from '@mille/api/ad-units/ad-box.ts'
import { dimensions, unitSizes } from '@mille/api/constants.ts'
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

/** `mille-ad:filled` is `onFilled`, `mille-login:signed-in` is `onSignedIn`. */
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
 * An ad keeps what is inside of it visible for pages whose tag was not closed, which a component cannot be. React 19 gives the
 * word `no` to the property `translate`, which takes it for true.
 */
type NotOurs = 'children' | 'dangerouslySetInnerHTML' | 'translate'
/** Beside its own, whatever React knows of every element. */
type WidgetProps<Name extends MilleElementName> = Own<Name> &
  Omit<HTMLAttributes<HTMLElement>, keyof Own<Name> | NotOurs>

export type MilleAdProps = WidgetProps<'mille-ad'>
export type MilleAnnouncementProps = WidgetProps<'mille-announcement'>
export type MilleChatProps = WidgetProps<'mille-chat'>
export type MilleFeedbackProps = WidgetProps<'mille-feedback'>
export type MilleLoginProps = WidgetProps<'mille-login'>
export type MilleMarketplaceProps = WidgetProps<'mille-marketplace'>

/** Its place is kept from the server's markup on, when `size` is set. */
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
/** `ref` gives the element with its method `open`. */
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
  /** What React is to make of the element, but for its style. */
  attributes: Readonly<Record<string, unknown>>
  /** By the names of their events, without the element's. */
  handlers: Readonly<Record<string, Handler>>
  style: CSSProperties | undefined
}

/** With `forwardRef`, because React 18 gives a component no `ref` otherwise. */
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

/** The element as a component. A server writes it with its attributes; its script comes with the browser's first effect. */
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

/** Kept before the script is there, so that the page does not jump. A sticky ad has no place in the page. */
function placeOf({ size, position }: Parts['attributes']): CSSProperties | undefined {
  const known = unitSizes.find(it => it === size)
  return known && adBox(known, position === 'sticky' ? 'sticky' : 'fixed')
}

/**
 * In a server's markup, asks for the decision while the scripts are still loading, which saves a round trip. The address is
 * exactly the one that the ad asks for when it has its room, so that one request serves both. Where it may ask for another,
 * or for none, nothing is preloaded. React 18 knows no `preload`.
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
    // On a narrower screen the ad tells its width.
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
    // React 18 would write the word `false`, which sets the attribute.
    .filter(([, value]) => value !== false)
  return {
    // `className` would be an attribute of that name.
    attributes: { ...(className ? { class: className } : {}), ...Object.fromEntries(attributes) },
    handlers: Object.fromEntries(handlers) as Record<string, Handler>,
    style: style as CSSProperties | undefined
  }
}

/** Whether `true` and `false` are words of this attribute. On a custom element React makes them an attribute that is there or not. */
function isWord(prop: string): boolean {
  return /^(aria-|data-|contentEditable$|spellCheck$)/.test(prop)
}

/** `onSignedIn` is of `signed-in`. */
function eventOf(prop: string): string {
  return prop
    .slice(2)
    .replace(/(?!^)[A-Z]/g, '-$&')
    .toLowerCase()
}
