export const errorMessages = {
  notFound: 'There is nothing at this address',
  notFoundText: 'The page may have moved, or the link may be missing a letter.',
  failed: 'This page could not be shown',
  unreachable: 'The server could not be reached',
  unreachableText: 'Check your connection. What you typed elsewhere is kept.',
  notAuthenticated: 'Sign in to see this page',
  home: 'Go to the start',
  signIn: 'Sign in'
}
