/** Texts of viewing an account as its person sees it. */
export const viewingMessages = {
  view: 'View as this person',
  dialog: {
    reject: 'View account',
    rejectTitle: 'View as this person?',
    rejectText:
      'For 30 minutes, you see what this person sees, and can change nothing. The reason is shown and emailed to the owner.',
    reason: 'Reason',
    reasonMissing: 'Enter a reason. It is shown to the owner.'
  }
}
