import { fillMacros, sampleValues } from '@mille/api/campaigns/link-macros.ts'
import { ForeignLink } from '../../page/navigation/foreign-link.tsx'

/** A creative's link as the advertiser wrote it. It opens the address that a click would open. */
export function CreativeLink({ link }: { link: string }) {
  return <ForeignLink href={fillMacros(link, sampleValues)} text={link} />
}
