import type { Serve } from '../http/serve.ts'
import { chatRoutes } from './chat-routes.ts'
import type { ChatStreams } from './chat-streams.ts'
import { inboxRoutes } from './inbox-routes.ts'
import { letterRoutes } from './letter-routes.ts'
import { pictureRoutes } from './picture-routes.ts'
import { suggestionRoutes } from './suggestion-routes.ts'

export function supportRoutes(serve: Serve, streams: ChatStreams): void {
  chatRoutes(serve, streams.open)
  inboxRoutes(serve, streams.open)
  letterRoutes(serve)
  pictureRoutes(serve)
  suggestionRoutes(serve)
}
