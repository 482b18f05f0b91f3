import { mayOperate } from '@mille/api/may-operate.ts'
import * as endpoints from '@mille/api/support/endpoints.ts'
import * as schema from '@mille/api/support/schema.ts'
import { failure, fileReply, type Reply, reply } from '../http/answers/reply.ts'
import type { SignedIn } from '../http/callers/session.ts'
import { prepareLimit } from '../http/consume-limit.ts'
import { limits as limitNames } from '../http/limits/limits.ts'
import type { Call, Serve } from '../http/serve.ts'
import { pictureAttributes } from './chat-documents.ts'
import { findConversation } from './conversation-queries.ts'
import { readPictureFile } from './picture-file.ts'
import {
  findPicture,
  insertPicture,
  type PictureRow,
  readPictureBytes,
  type Uploader
} from './picture-queries.ts'

/**
 * Routes for chat pictures. A picture is uploaded first and then sent with a message, so that a failed upload does not
 * lose the text, and a repeated message does not send the picture twice.
 */
export function pictureRoutes(serve: Serve): void {
  serve(
    endpoints.uploadChatPicture,
    null,
    async call => {
      if (call.context.config.chatwoot)
        return failure('chat_elsewhere', {
          detail: 'This chat is not in use. Support uses another service.'
        })
      return upload(call, { userId: call.user.id, operatorId: null })
    },
    call => prepareLimit(call, limitNames.chatPictures)
  )

  serve(
    endpoints.uploadConversationPicture,
    schema.conversationPictureInput,
    async call => {
      const userId = Number(call.input.id)
      if (!(await findConversation(call.context.db, userId))) return failure('not_found')
      return upload(call, { userId, operatorId: call.user.id })
    },
    call => prepareLimit(call, limitNames.chatPictures)
  )

  serve(
    endpoints.readChatPicture,
    schema.chatPictureInput,
    async ({ context, input, user, request }) => {
      const picture = await findPicture(context.db, Number(input.id))
      if (!picture || !isForEyesOf(picture, user)) return failure('not_found')
      const etag = `"${picture.id}"`
      // The browser must revalidate each time, so that it shows no pictures after signing out.
      const headers = { ETag: etag, 'Cache-Control': 'private, no-cache' }
      if (request.headers.get('if-none-match')?.includes(etag)) return reply('', 304, { headers })
      const bytes = await readPictureBytes(context.db, picture.id)
      if (!bytes) return failure('not_found')
      const name = `picture-${picture.id}.webp`
      return fileReply(
        { bytes: new Uint8Array(bytes), contentType: 'image/webp', name, isShown: true },
        { headers }
      )
    }
  )
}

async function upload(
  call: Call<unknown>,
  uploader: Uploader
): Promise<Reply<endpoints.ChatPictureDocument>> {
  const { context, form } = call
  const read = await readPictureFile(form)
  if (!read.ok) return failure(read.code, { pointer: 'file', detail: read.detail })
  const row = await insertPicture(context.db, uploader, read.value, context.now())
  const data = {
    type: 'chat_pictures' as const,
    id: String(row.id),
    attributes: pictureAttributes(row)
  }
  return reply({ data }, 201)
}

/**
 * Whether a user may see a picture: a sent one is for both sides of the conversation, an unsent one only for its
 * uploader.
 */
function isForEyesOf(picture: PictureRow, { id, roles }: SignedIn): boolean {
  const isOperator = mayOperate(endpoints.readConversationMessages, roles)
  if (picture.message_id !== null) return isOperator || picture.user_id === id
  return picture.operator_id === null
    ? picture.user_id === id
    : picture.operator_id === id && isOperator
}
