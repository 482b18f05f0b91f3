/** Messages about the legal pages, above the button that creates an account. What is in brackets is a link. */
export const agreementMessages = {
  agreeBoth:
    'By creating an account, you agree to the [terms of service] and the [privacy policy].',
  agreeTerms: 'By creating an account, you agree to the [terms of service].'
}
