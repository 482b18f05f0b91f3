export const letterMessages = {
  email: 'Email address',
  emailWrong: 'This is not a complete email address.',
  letterSent: 'Sent. We will reply by email.'
}
