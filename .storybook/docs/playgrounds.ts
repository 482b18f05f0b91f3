import type { WidgetName } from './elements.ts'

/** The story in which a widget can be tried on a publisher's page. */
export const playgrounds: Record<WidgetName, { id: string }> = {
  ad: { id: 'playgrounds-ad--playground' },
  marketplace: { id: 'playgrounds-widgets--marketplace' },
  announcement: { id: 'playgrounds-widgets--announcement' },
  login: { id: 'playgrounds-widgets--login' },
  chat: { id: 'playgrounds-widgets--chat' },
  feedback: { id: 'playgrounds-widgets--feedback' }
}
