import type { StickySide, UnitSize } from '@mille/api/constants.ts'
import type { AdElement } from '@mille/widgets/ad/ad-element.ts'
import type { AnnouncementElement } from '@mille/widgets/announcement/announcement-element.ts'
import type { ChatElement } from '@mille/widgets/chat/chat-element.ts'
import type { FeedbackElement } from '@mille/widgets/feedback/feedback-element.ts'
import type { LoginElement } from '@mille/widgets/login/login-element.ts'
import type { MarketplaceElement } from '@mille/widgets/marketplace/marketplace-element.tsx'

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
  /** Waits until it is nearly on screen. */
  lazy?: boolean | undefined
} & { [Name in Color as `color-${Name}`]?: string | undefined }

/** What each element can be told, under the names that its attributes have in HTML. */
export type ElementAttributes = {
  'mille-ad': Common & AdAttributes
  'mille-announcement': Common
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

/** `true` is an attribute without a value; `null`, `undefined` and `false` are none. */
export type MilleAttributes<Name extends MilleElementName> = ElementAttributes[Name] & {
  [Other in 'id' | 'class' | 'lang' | 'dir' | `data-${string}` | `aria-${string}`]?:
    | string
    | undefined
}

/** As HTML has them. */
export function toMarkup(attributes: object): Record<string, string> {
  const written = Object.entries(attributes).flatMap(([name, value]) =>
    value === null || value === undefined || value === false
      ? []
      : [[name, value === true ? '' : String(value)]]
  )
  return Object.fromEntries(written)
}
