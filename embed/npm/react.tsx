import type { AdEvents } from '@mille/widgets/ad/ad-element.ts'
import type { AnnouncementEvents } from '@mille/widgets/announcement/announcement-element.tsx'
import type { ChatEvents } from '@mille/widgets/chat/chat-element.tsx'
import type { FeedbackEvents } from '@mille/widgets/feedback/feedback-element.tsx'
import type { LoginEvents } from '@mille/widgets/login/login-element.ts'
import type { MarketplaceEvents } from '@mille/widgets/marketplace/marketplace-element.tsx'
import {
  type CSSProperties,
  createElement,
  type Ref,
  useEffect,
  useLayoutEffect,
  useRef
} from 'react'
import { type MilleAttributes, type MilleElementName, setAttributes } from './mount.ts'

/** `mille-ad:filled` is `onFilled`, `mille-login:signed-in` is `onSignedIn`. */
type Handlers<Events> = {
  [Name in keyof Events as `on${Pascal<After<Name>>}`]?: (event: Events[Name]) => void
}
type After<Name> = Name extends `${string}:${infer Event}` ? Event : never
type Pascal<Words extends string> = Words extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${Pascal<Rest>}`
  : Capitalize<Words>

type Common = {
  /** The network's origin. */
  server: string
  theme?: 'light' | 'dark'
  className?: string
  style?: CSSProperties
}
type Attributes = Record<string, string | number | boolean | undefined>
type WidgetProps<Name extends MilleElementName, Own extends Attributes, Events> = Common &
  Own &
  Handlers<Events> & { ref?: Ref<HTMLElementTagNameMap[Name]> }

export type MilleAdProps = WidgetProps<'mille-ad', AdAttributes, AdEvents>
type AdAttributes = {
  unit: string | number
  /** Such as `300x250`; holds the ad's place. */
  size?: string
  position?: 'fixed' | 'sticky'
  'sticky-side'?: 'header' | 'left' | 'right' | 'footer'
  lazy?: boolean
}

export function MilleAd(props: MilleAdProps) {
  return <Widget name="mille-ad" {...asAttributes(props)} />
}

export type MilleAnnouncementProps = WidgetProps<
  'mille-announcement',
  Record<never, never>,
  AnnouncementEvents
>
export function MilleAnnouncement(props: MilleAnnouncementProps) {
  return <Widget name="mille-announcement" {...asAttributes(props)} />
}

export type MilleChatProps = WidgetProps<'mille-chat', Record<never, never>, ChatEvents>
export function MilleChat(props: MilleChatProps) {
  return <Widget name="mille-chat" {...asAttributes(props)} />
}

export type MilleFeedbackProps = WidgetProps<
  'mille-feedback',
  { token?: string; board?: string; label?: string },
  FeedbackEvents
>
export function MilleFeedback(props: MilleFeedbackProps) {
  return <Widget name="mille-feedback" {...asAttributes(props)} />
}

/** `ref` gives the element with its method `open`. */
export type MilleLoginProps = WidgetProps<'mille-login', { popup?: string }, LoginEvents>
export function MilleLogin(props: MilleLoginProps) {
  return <Widget name="mille-login" {...asAttributes(props)} />
}

export type MilleMarketplaceProps = WidgetProps<
  'mille-marketplace',
  { limit?: number; partner?: string | number },
  MarketplaceEvents
>
export function MilleMarketplace(props: MilleMarketplaceProps) {
  return <Widget name="mille-marketplace" {...asAttributes(props)} />
}

type Handler = (event: Event) => void
type Parts = {
  attributes: MilleAttributes
  /** By the names of their events, without the element's. */
  handlers: Readonly<Record<string, Handler>>
  box: { className?: string; style?: CSSProperties; ref?: Ref<never> }
}

/** The element as a component. On a server it is an empty element; its script comes with the browser's first effect. */
function Widget({ name, attributes, handlers, box }: Parts & { name: MilleElementName }) {
  const { ref, className, style } = box
  const own = useRef<HTMLElement>(null)
  const latest = useRef(handlers)
  latest.current = handlers
  const events = Object.keys(handlers).sort().join()

  // React would set a property where the element has one, such as a method of the same name. The element mounts in the
  // microtask after it was connected, so that it has them by then.
  useLayoutEffect(() => {
    if (own.current) setAttributes(own.current, attributes)
  })
  useEffect(() => {
    void import('./index.ts')
    const listening = new AbortController()
    for (const event of events.split(',').filter(Boolean)) {
      const notify = (fired: Event) => latest.current[event]?.(fired)
      own.current?.addEventListener(`${name}:${event}`, notify, listening)
    }
    return () => listening.abort()
  }, [name, events])

  const keep = (element: HTMLElement | null) => {
    own.current = element
    if (typeof ref === 'function') return ref(element as never)
    if (ref) ref.current = element as never
  }
  // `className` is a property of its own in React 19's custom elements too.
  return createElement(name, { ref: keep, class: className, style })
}

function asAttributes(props: object): Parts {
  const { className, style, ref, ...rest } = props as Parts['box'] & Record<string, unknown>
  const all = Object.entries(rest)
  const isHandler = ([prop]: [string, unknown]) => /^on[A-Z]/.test(prop)
  const handlers = all.filter(isHandler).map(([prop, value]) => [
    prop
      .slice(2)
      .replace(/(?!^)[A-Z]/g, '-$&')
      .toLowerCase(),
    value
  ])
  return {
    attributes: Object.fromEntries(all.filter(it => !isHandler(it))) as MilleAttributes,
    handlers: Object.fromEntries(handlers) as Record<string, Handler>,
    box: { ...(className && { className }), ...(style && { style }), ...(ref && { ref }) }
  }
}
