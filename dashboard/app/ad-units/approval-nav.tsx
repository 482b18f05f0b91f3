import { SectionNav } from '../page/navigation/section-nav.tsx'
import { approvedMessages, approvalMessages as messages } from './approval-messages.ts'

/** The links between the ads that await approval and those that were approved. */
export function ApprovalNav() {
  return (
    <SectionNav
      label={messages.pages}
      places={[
        { href: '/ad-units/approval', label: messages.toApprove },
        { href: '/ad-units/approved', label: approvedMessages.short }
      ]}
    />
  )
}
