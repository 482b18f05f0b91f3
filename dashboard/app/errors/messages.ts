export const errorMessages = {
  notFound: 'Page not found',
  notFoundText: 'The page may have moved, or the link may be incomplete.',
  failed: 'This page could not be loaded',
  hidden: 'Not in this demonstration',
  hiddenWhileViewing: 'Not shown while viewing',
  unreachable: 'The server could not be reached',
  unreachableText: 'Check your connection. What you entered on other pages is kept.',
  notAuthenticated: 'Sign in to see this page',
  notAllowed: 'Your roles do not include this page',
  notAllowedText: 'An operator with all rights can give you a role that includes it.',
  administration: 'Go to your operator pages',
  home: 'Go to the home page',
  signIn: 'Sign in'
}
