import { isStaff } from '@mille/api/may-operate.ts'
import { Dialog } from '@mille/ui/dialog/dialog.tsx'
import layout from '../page/layout.module.css'
import { useOwnRoles } from '../page/use-own-roles.ts'
import { shortcutMessages as messages } from './messages.ts'
import styles from './palette.module.css'
import { searchKeys } from './search-key.ts'

type Shortcut = { keys: readonly string[]; label: string }
type ShortcutsDialogProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

const queueKeys: readonly Shortcut[] = [
  { keys: ['J'], label: messages.next },
  { keys: ['K'], label: messages.previous },
  { keys: ['A'], label: messages.approve },
  { keys: ['R'], label: messages.reject },
  { keys: ['C'], label: messages.correct },
  { keys: ['U'], label: messages.refund },
  { keys: ['D'], label: messages.deliver }
]

const approvalKeys: readonly Shortcut[] = [
  { keys: ['J'], label: messages.next },
  { keys: ['K'], label: messages.previous },
  { keys: ['A'], label: messages.approveAd },
  { keys: ['T'], label: messages.trust },
  { keys: ['B'], label: messages.block }
]

/** A list of the keyboard shortcuts. Those of the queues are shown to operators only. */
export function ShortcutsDialog({ isOpen, onOpenChange }: ShortcutsDialogProps) {
  const isOperator = isStaff(useOwnRoles())
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title={messages.title} size="small">
      <div className={layout.stack}>
        <Shortcuts
          title={messages.anywhere}
          shortcuts={[
            { keys: searchKeys(), label: messages.search },
            { keys: ['?'], label: messages.list },
            { keys: ['Esc'], label: messages.leave }
          ]}
        />
        <Shortcuts title={messages.approval} shortcuts={approvalKeys} />
        {isOperator && <Shortcuts title={messages.queues} shortcuts={queueKeys} />}
      </div>
    </Dialog>
  )
}

function Shortcuts({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
  return (
    <section>
      <h3 className={styles.heading}>{title}</h3>
      <dl className={styles.shortcuts}>
        {shortcuts.map(({ keys, label }) => (
          <div key={label} className={styles.shortcut}>
            <dt>{label}</dt>
            <dd className={styles.keys}>
              {keys.map(key => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
