import type { PersonEvent } from '@mille/api/admin/endpoints.ts'

export const historyMessages = {
  title: 'History',
  description: 'What happened with this account, newest first. Sign-ins are not recorded.',
  by: (name: string) => `by ${name}`,
  operator: (id: string) => `operator ${id}`,
  kinds: {
    signed_up: 'Signed up',
    campaign_submitted: 'Creative submitted',
    campaign_approved: 'Creative approved',
    campaign_trusted: 'Creative approved by trust',
    campaign_rejected: 'Creative rejected',
    campaign_page_changed: 'Campaign stopped: its landing page changed',
    deposit: 'Deposit',
    withdrawal: 'Withdrawal requested',
    suspended: 'Account suspended',
    suspension_lifted: 'Suspension lifted',
    frozen: 'Account frozen',
    freeze_lifted: 'Freeze lifted',
    member_invited: 'Invited someone to see the account',
    member_accepted: 'Invitation to see the account accepted',
    member_removed: 'Member or invitation removed',
    adjusted: 'Adjustment requested',
    adjustment_approved: 'Adjustment approved',
    adjustment_rejected: 'Adjustment rejected',
    message: 'Message from an operator',
    role_changed: 'Operator role changed, or a change requested',
    premium_changed: 'Premium changed',
    signed_out: 'Signed out everywhere',
    viewed: 'Account viewed by an operator',
    note: 'Private note added',
    other_act: 'Changed by an operator'
  } satisfies Record<PersonEvent['attributes']['kind'], string>
}
