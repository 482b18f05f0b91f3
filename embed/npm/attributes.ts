import type { AdFont, AdLook, StickySide, UnitSize } from '@mille/api/constants.ts'
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

/** Every element needs the network's origin: a bundle does not know where it came from. */
type Common = {
  server: string
  theme?: 'light' | 'dark' | undefined
}

type Color = 'background' | 'title' | 'title-hover' | 'text' | 'link' | 'link-hover'

type AdAttributes = {
  unit: string | number
  /** Holds the ad's place from the first moment. */
  size?: UnitSize | undefined
  /** This and what follows overrides the unit's settings. */
  position?: 'fixed' | 'sticky' | undefined
  'sticky-side'?: StickySide | undefined
  look?: AdLook | undefined
  font?: AdFont | undefined
  /** Waits until it is nearly on screen. */
  lazy?: boolean | undefined
  /** Asks for a receipt of each view, which comes with the event `viewable`. */
  receipts?: boolean | undefined
} & { [Name in Color as `color-${Name}`]?: string | undefined }

/** The attributes of each element, under their names in HTML. */
export type ElementAttributes = {
  'mille-ad': Common & AdAttributes
  'mille-announcement': Common & {
    /** By default in the flow, or at the bottom of the screen if something on the screen would move. */
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

/** Every widget's element, with its own methods. */
export type MilleElements = {
  'mille-ad': AdElement
  'mille-announcement': AnnouncementElement
  'mille-chat': ChatElement
  'mille-feedback': FeedbackElement
  'mille-login': LoginElement
  'mille-marketplace': MarketplaceElement
}

/** What each element tells, under the events' full names. */
type MilleEvents = {
  'mille-ad': AdEvents
  'mille-announcement': AnnouncementEvents
  'mille-chat': ChatEvents
  'mille-feedback': FeedbackEvents
  'mille-login': LoginEvents
  'mille-marketplace': MarketplaceEvents
}

/** All of them, whichever element they are of. */
export type AllMilleEvents = AdEvents &
  AnnouncementEvents &
  ChatEvents &
  FeedbackEvents &
  LoginEvents &
  MarketplaceEvents

/** As templates name them: `onmille-ad:filled`, or `onMille-ad:filled` to Vue. */
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
/** `mille-ad:filled` is `filled`. */
export type EventName<Name extends MilleElementName> = After<keyof MilleEvents[Name]>
export type EventOf<
  Name extends MilleElementName,
  Event extends EventName<Name>
> = MilleEvents[Name][`${Name}:${Event}` & keyof MilleEvents[Name]]

/** For programs: TypeScript says when one is missing. */
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

/** `true` is an attribute without a value; `null`, `undefined` and `false` are none. */
export type MilleAttributes<Name extends MilleElementName> = ElementAttributes[Name] & {
  [Other in AnyElements | `data-${string}` | `aria-${string}`]?: string | undefined
} & { hidden?: boolean | undefined }

/** As HTML has them. */
export function toMarkup(attributes: object): Record<string, string> {
  const written = Object.entries(attributes).flatMap(([name, value]) =>
    value === null || value === undefined || value === false
      ? []
      : [[name, value === true ? '' : String(value)]]
  )
  return Object.fromEntries(written)
}
