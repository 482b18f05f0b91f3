import { createChatStores } from '@mille/stores/chat/chat.ts'
import { Dialog } from '@mille/ui/dialog/dialog.tsx'
import { ChatPanel } from '@mille/widgets/chat/chat-panel.tsx'
import { subscribeToChat } from '@mille/widgets/chat/stream.ts'
import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { useApi, useApp } from '../page/app-context.tsx'
import { useWatchUpload } from '../page/forms/upload-context.tsx'
import { shellMessages } from './messages.ts'

type ChatDialogProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/** The live chat, as a dialog over any page. */
export function ChatDialog({ isOpen, onOpenChange }: ChatDialogProps) {
  const { session, popups } = useApp()
  const { support } = useApi()
  const user = useStore(session.$user)
  const contact = useStore(session.$account)?.meta.premium_contact ?? null
  const watchUpload = useWatchUpload()
  const [stores] = useState(() =>
    createChatStores(support, subscribeToChat, async () => {
      const { createPictureField } = await import('@mille/stores/chat/picture.ts')
      return createPictureField((form, { signal, onProgress }) => {
        watchUpload(form, onProgress)
        return support.uploadChatPicture({ form }, { signal })
      })
    })
  )

  // Another account has another conversation.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the account decides what the server answers
  useEffect(() => {
    if (!isOpen) return
    void stores.start({ isVisitor: user === null })
    return stores.stop
  }, [isOpen, stores, user?.id])

  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={shellMessages.chat}
      description={contact === null ? undefined : shellMessages.contact(contact)}
      size="small"
    >
      <ChatPanel
        stores={stores}
        locale="en-GB"
        onSignIn={() => {
          onOpenChange(false)
          popups.open({ name: 'GET_SIGN_IN_POPUP' })
        }}
      />
    </Dialog>
  )
}
