import { createBinder } from '@mille/api/create-binder.ts'
import { uploadChatPicture } from '@mille/api/support/endpoints.ts'
import { createUploadTransport, type UploadListeners } from '@mille/api/upload-transport.ts'
import { createPictureField } from '@mille/stores/chat/picture.ts'

/** Creates a picture field for the network's own pages, using the visitor's session. */
export function createOwnPictureField() {
  const listeners: UploadListeners = new WeakMap()
  const transport = createUploadTransport((path, init) => fetch(path, init), listeners)
  const calls = createBinder({ transport })({ uploadChatPicture })
  return createPictureField((form, { signal, onProgress }) => {
    listeners.set(form, onProgress)
    return calls.uploadChatPicture({ form }, { signal })
  })
}
