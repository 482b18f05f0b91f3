import { fillMacros, sampleValues } from '@mille/api/campaigns/link-macros.ts'
import { ForeignLink } from '../../page/navigation/foreign-link.tsx'

/** A creative's link as it was written, which opens what a click would. */
export function CreativeLink({ link }: { link: string }) {
  return <ForeignLink href={fillMacros(link, sampleValues)} text={link} />
}
