import type { AnyEndpoint } from '@mille/api/endpoint.ts'
import { mayOperate } from '@mille/api/operator-roles.ts'
import { useStore } from '@nanostores/react'
import { useApp } from '../page/app-context.tsx'

/** Whether the operator's roles include a call: what they do not is not offered. */
export function useMay(): (call: AnyEndpoint) => boolean {
  const roles = useStore(useApp().session.$user)?.attributes.roles ?? []
  return call => mayOperate(call, roles)
}
