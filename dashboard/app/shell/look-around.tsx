import type { LookAroundRole } from '@mille/api/constants.ts'
import { Suspense } from 'react'
import { lazyPart } from '../page/loads/lazy-part.ts'

// Most networks are not demonstrations, so the code loads only where it is shown.
const LookAroundStart = lazyPart(
  async () => (await import('./look-around-start.tsx')).LookAroundStart
)

/** As whom a visitor may look around. Renders nothing unless the network is a demonstration. */
export function LookAround({
  looks
}: {
  looks: readonly { attributes: { role: LookAroundRole } }[]
}) {
  return (
    looks.length > 0 && (
      <Suspense fallback={null}>
        <LookAroundStart roles={looks.map(it => it.attributes.role)} />
      </Suspense>
    )
  )
}
