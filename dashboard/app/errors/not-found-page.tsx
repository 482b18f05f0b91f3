import { data } from 'react-router'

/** Any address that no page has. */
function load(): never {
  throw data(null, { status: 404 })
}

export const loader = load
export const clientLoader = load

export default function NotFoundPage() {
  return null
}
