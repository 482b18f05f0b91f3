import { data } from 'react-router'

/** Handles every address that has no page. */
function load(): never {
  throw data(null, { status: 404 })
}

export const loader = load
export const clientLoader = load

export default function NotFoundPage() {
  return null
}
