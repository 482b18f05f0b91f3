import type { AdFont, AdLook, StickySide } from '@mille/api/constants.ts'
import type { UnitSize } from '@mille/api/reference-data/banner-sizes.ts'
import type { AdElement, AdEvents } from '@mille/widgets/ad/ad-element.ts'
import type {
  AnnouncementElement,
  AnnouncementEvents
} from '@mille/widgets/announcement/announcement-element.ts'
import type { ChatElement, ChatEvents } from '@mille/widgets/chat/chat-element.ts'
import type { FeedbackElement, FeedbackEvents } from '@mille/widgets/feedback/feedback-element.ts'
import type { LoginElement, LoginEvents } from '@mille/widgets/login/login-element.ts'
import type {
  MarketplaceElement,
  MarketplaceEvents
} from '@mille/widgets/marketplace/marketplace-element.tsx'

/** Attributes of every element. `server` is required, because bundled code does not know the network's origin. */
type Common = {
  server: string
  theme?: 'light' | 'dark' | undefined
}

type Color = 'background' | 'title' | 'title-hover' | 'text' | 'link' | 'link-hover'

type AdAttributes = {
  unit: string | number
  /** Size of the ad, which reserves its space before the ad loads. */
  size?: UnitSize | undefined
  /** This attribute and those below it override the unit's settings. */
  position?: 'fixed' | 'sticky' | undefined
  'sticky-side'?: StickySide | undefined
  look?: AdLook | undefined
  font?: AdFont | undefined
  /** Delays loading until the ad is almost on the screen. */
  lazy?: boolean | undefined
  /** Requests a receipt for each view. The event `viewable` contains it. */
  receipts?: boolean | undefined
} & { [Name in Color as `color-${Name}`]?: string | undefined }

/** The attributes of each element, by their HTML names. */
export type ElementAttributes = {
  'mille-ad': Common & AdAttributes
  'mille-announcement': Common & {
    /**
     * Where the announcement appears. By default in the page's flow, or at the bottom of the screen if visible content
     * would move.
     */
    placement?: 'flow' | 'bottom' | undefined
  }
  'mille-chat': Common & { label?: string | null | undefined }
  'mille-feedback': Common & {
    token?: string | null | undefined
    board?: string | undefined
    label?: string | null | undefined
  }
  'mille-login': Common & { popup?: string | undefined }
  'mille-marketplace': Common & {
    label?: string | null | undefined
    limit?: number | undefined
    partner?: string | number | undefined
  }
}

export type MilleElementName = keyof ElementAttributes

/** The element type of each widget, with its own methods. */
export type MilleElements = {
  'mille-ad': AdElement
  'mille-announcement': AnnouncementElement
  'mille-chat': ChatElement
  'mille-feedback': FeedbackElement
  'mille-login': LoginElement
  'mille-marketplace': MarketplaceElement
}

/** The events of each element, by their full names. */
type MilleEvents = {
  'mille-ad': AdEvents
  'mille-announcement': AnnouncementEvents
  'mille-chat': ChatEvents
  'mille-feedback': FeedbackEvents
  'mille-login': LoginEvents
  'mille-marketplace': MarketplaceEvents
}

/** The events of all elements. */
export type AllMilleEvents = AdEvents &
  AnnouncementEvents &
  ChatEvents &
  FeedbackEvents &
  LoginEvents &
  MarketplaceEvents

/** Event handlers as templates name them: `onmille-ad:filled`, or `onMille-ad:filled` in Vue. */
export type EventHandlers<
  Name extends MilleElementName,
  Before extends string,
  Form extends 'Capital' | 'Same' = 'Same'
> = {
  [Event in keyof MilleEvents[Name] &
    string as `${Before}${Form extends 'Capital' ? Capitalize<Event> : Event}`]?:
    | ((event: MilleEvents[Name][Event]) => void)
    | undefined
}

type After<Full> = Full extends `${string}:${infer Event}` ? Event : never
/** The short names of an element's events: `mille-ad:filled` becomes `filled`. */
export type EventName<Name extends MilleElementName> = After<keyof MilleEvents[Name]>
export type EventOf<
  Name extends MilleElementName,
  Event extends EventName<Name>
> = MilleEvents[Name][`${Name}:${Event}` & keyof MilleEvents[Name]]

/** The event names at run time. TypeScript reports a missing name. */
export const eventNames: {
  readonly [Name in MilleElementName]: Readonly<Record<EventName<Name>, true>>
} = {
  'mille-ad': {
    filled: true,
    rendered: true,
    viewable: true,
    clicked: true,
    closed: true,
    empty: true,
    error: true
  },
  'mille-announcement': { shown: true, dismissed: true, empty: true, error: true },
  'mille-chat': { opened: true, closed: true, error: true },
  'mille-feedback': { opened: true, error: true },
  'mille-login': {
    opened: true,
    closed: true,
    'signed-in': true,
    'signed-out': true,
    error: true
  },
  'mille-marketplace': { loaded: true, error: true }
}

type AnyElements = 'id' | 'class' | 'style' | 'lang' | 'dir' | 'title' | 'role' | 'slot' | 'nonce'

/** Attributes as values: `true` is an attribute without a value; `null`, `undefined` and `false` mean no attribute. */
export type MilleAttributes<Name extends MilleElementName> = ElementAttributes[Name] & {
  [Other in AnyElements | `data-${string}` | `aria-${string}`]?: string | undefined
} & { hidden?: boolean | undefined }

/** Returns the attributes as HTML strings. */
export function toMarkup(attributes: object): Record<string, string> {
  const written = Object.entries(attributes).flatMap(([name, value]) =>
    value === null || value === undefined || value === false
      ? []
      : [[name, value === true ? '' : String(value)]]
  )
  return Object.fromEntries(written)
}
