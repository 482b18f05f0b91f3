import { adBox } from '@mille/api/ad-units/ad-box.ts'
import { unitSizes } from '@mille/api/constants.ts'
import type { AdEvents } from '@mille/widgets/ad/ad-element.ts'
import type { AnnouncementEvents } from '@mille/widgets/announcement/announcement-element.ts'
import type { ChatEvents } from '@mille/widgets/chat/chat-element.ts'
import type { FeedbackEvents } from '@mille/widgets/feedback/feedback-element.ts'
import type { LoginEvents } from '@mille/widgets/login/login-element.ts'
import type { MarketplaceEvents } from '@mille/widgets/marketplace/marketplace-element.tsx'
import {
  type CSSProperties,
  createElement,
  type ForwardedRef,
  type FunctionComponent,
  forwardRef,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef
} from 'react'
import {
  type MilleAttributes,
  type MilleElementName,
  type MilleElements,
  toMarkup
} from './attributes.ts'

/** `mille-ad:filled` is `onFilled`, `mille-login:signed-in` is `onSignedIn`. */
type Handlers<Events> = {
  [Name in keyof Events as `on${Pascal<After<Name>>}`]?: (event: Events[Name]) => void
}
type After<Name> = Name extends `${string}:${infer Event}` ? Event : never
type Pascal<Words extends string> = Words extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${Pascal<Rest>}`
  : Capitalize<Words>

type Box = { className?: string; style?: CSSProperties }
type WidgetProps<Name extends MilleElementName, Events> = Box &
  MilleAttributes<Name> &
  Handlers<Events> & { ref?: Ref<MilleElements[Name]> }

export type MilleAdProps = WidgetProps<'mille-ad', AdEvents>
export type MilleAnnouncementProps = WidgetProps<'mille-announcement', AnnouncementEvents>
export type MilleChatProps = WidgetProps<'mille-chat', ChatEvents>
export type MilleFeedbackProps = WidgetProps<'mille-feedback', FeedbackEvents>
export type MilleLoginProps = WidgetProps<'mille-login', LoginEvents>
export type MilleMarketplaceProps = WidgetProps<'mille-marketplace', MarketplaceEvents>

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
  /** Attributes as HTML has them. */
  markup: Record<string, string>
  /** By the names of their events, without the element's. */
  handlers: Readonly<Record<string, Handler>>
  style: CSSProperties | undefined
}

/** With `forwardRef`, because React 18 gives a component no `ref` otherwise. */
function widget<Name extends MilleElementName, Props>(name: Name, load: () => Promise<unknown>) {
  const render = (props: object, outer: ForwardedRef<HTMLElement>) => (
    <Widget {...{ name, load, outer }} parts={partsOf(props)} />
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
function Widget({ name, load, outer, parts: { markup, handlers, style } }: WidgetParts) {
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
  const place = name === 'mille-ad' ? placeOf(markup) : undefined
  return createElement(name, { ...markup, style: place ? { ...place, ...style } : style, ref: own })
}

/** Kept before the script is there, so that the page does not jump. A sticky ad has no place in the page. */
function placeOf({ size, position }: Record<string, string>): CSSProperties | undefined {
  const known = unitSizes.find(it => it === size)
  return known && adBox(known, position === 'sticky' ? position : 'fixed')
}

function partsOf(props: object): Parts {
  const { className, style, ...rest } = props as Record<string, unknown>
  const all = Object.entries(rest)
  const isHandler = ([prop]: [string, unknown]) => /^on[A-Z]/.test(prop)
  const handlers = all.filter(isHandler).map(([prop, value]) => [eventOf(prop), value])
  const attributes = Object.fromEntries(all.filter(it => !isHandler(it)))
  return {
    // `className` would be an attribute of that name.
    markup: toMarkup({ ...(className ? { class: className } : {}), ...attributes }),
    handlers: Object.fromEntries(handlers) as Record<string, Handler>,
    style: style as CSSProperties | undefined
  }
}

/** `onSignedIn` is of `signed-in`. */
function eventOf(prop: string): string {
  return prop
    .slice(2)
    .replace(/(?!^)[A-Z]/g, '-$&')
    .toLowerCase()
}
