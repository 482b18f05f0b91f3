import bare from './bare.css?inline'
import floating from './floating.css?inline'
import important from './important.css?inline'
import legacy from './legacy.css?inline'
import loud from './loud.css?inline'
import reboot from './reboot.css?inline'
import utility from './utility.css?inline'

/**
 * Style sheets of other sites' pages that widgets are tested on, as separate pages or, using `.page`, in a HostStage.
 */
export const hosts = { bare, utility, reboot, important, loud, floating, legacy }

export type HostName = keyof typeof hosts
