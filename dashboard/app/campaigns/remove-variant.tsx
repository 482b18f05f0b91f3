import type { VariantStores, VariantView } from '@mille/stores/variants/variants.ts'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import layout from '../page/layout.module.css'
import { ConfirmDialog } from '../page/notices/confirm-dialog.tsx'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'
import { variantsMessages as messages } from './variants-messages.ts'

export type RemoveVariantProps = {
  stores: VariantStores
  variant: VariantView
  onClose: () => void
  onRemoved: () => void
}

/** Asks whether to remove a variant. If the server refuses, the question stays and shows why. */
export function RemoveVariant({ stores, variant, onClose, onRemoved }: RemoveVariantProps) {
  const isRemoving = useStore(stores.$isRemoving)
  const problem = useStore(stores.$problem)
  const toast = useToast()

  function close() {
    stores.forgetProblem()
    onClose()
  }

  async function remove() {
    if (!(await stores.remove(variant.id))) return
    close()
    toast.show({ title: messages.removed })
    onRemoved()
  }

  return (
    <ConfirmDialog
      isOpen
      onClose={close}
      title={messages.removeTitle(variant.name)}
      action={messages.remove}
      isWorking={isRemoving}
      onConfirm={remove}
    >
      <div className={layout.tight}>
        <p>{messages.removeText}</p>
        <ProblemNotice problem={problem} />
      </div>
    </ConfirmDialog>
  )
}
