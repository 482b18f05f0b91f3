export const errorMessages = {
  notFound: 'Page not found',
  notFoundText: 'The page may have moved, or the link may be incomplete.',
  failed: 'This page could not be loaded',
  unreachable: 'The server could not be reached',
  unreachableText: 'Check your connection. What you entered on other pages is kept.',
  notAuthenticated: 'Sign in to see this page',
  home: 'Go to the home page',
  signIn: 'Sign in'
}
