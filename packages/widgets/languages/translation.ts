import type { announcementMessages } from '../announcement/announcement-messages.ts'
import type { attachedPictureMessages } from '../chat/attached-picture-messages.ts'
import type { chatMessages } from '../chat/chat-messages.ts'
import type { chatPanelMessages } from '../chat/chat-panel-messages.ts'
import type { letterMessages } from '../chat/letter-messages.ts'
import type { feedbackMessages } from '../feedback/feedback-messages.ts'
import type { agreementMessages } from '../login/agreement-messages.ts'
import type { anonymousMessages } from '../login/anonymous-messages.ts'
import type { handOffMessages, signInMessages, signInTitles } from '../login/messages.ts'
import type { passkeyWayMessages } from '../login/passkey-way-messages.ts'
import type { marketplaceMessages } from '../marketplace/marketplace-messages.ts'
import type { dialogMessages } from '../shared/dialog-messages.ts'
import type { failureWords } from '../shared/failure-words.ts'

/**
 * All texts of the widgets in a language other than English. Each widget loads only its part. `failures.other` replaces
 * explanations that the server gives in English.
 */
export type Translation = {
  announcement: typeof announcementMessages
  feedback: typeof feedbackMessages
  marketplace: typeof marketplaceMessages
  chat: typeof chatMessages &
    typeof chatPanelMessages &
    typeof attachedPictureMessages &
    typeof letterMessages &
    typeof dialogMessages
  login: typeof signInMessages &
    typeof handOffMessages &
    typeof anonymousMessages &
    typeof passkeyWayMessages &
    typeof agreementMessages &
    typeof dialogMessages & { titles: typeof signInTitles; failures: typeof failureWords }
}
