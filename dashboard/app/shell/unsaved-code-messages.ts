/** Texts about an account code that may be lost, which most people never see. */
export const unsavedCodeMessages = {
  unsavedTitle: 'You have not saved your account code',
  unsavedText:
    'It is the only way into this account, and no one can send it to you again. You can still create a new one in this browser.',
  unsavedMake: 'Create a new code',
  unsavedConfirm: 'I have saved it'
}
