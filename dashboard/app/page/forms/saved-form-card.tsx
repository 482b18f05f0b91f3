import type { createSavedForm } from '@mille/stores/shared/saved-form.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import type { FormEvent, ReactNode } from 'react'
import layout from '../layout.module.css'
import { GeneralProblems } from '../notices/general-problems.tsx'

type SavedFormStores = Pick<
  ReturnType<typeof createSavedForm>,
  '$isChanged' | '$isSaving' | '$problems' | 'save'
>

export type SavedFormCardProps = {
  title: string
  description: string
  stores: SavedFormStores
  saveLabel: string
  savedText: string
  onSaved?: () => void
  /** The form's fields. */
  children: ReactNode
}

/** A card with a form for an object that already exists on the server. */
export function SavedFormCard(props: SavedFormCardProps) {
  const { title, description, stores, saveLabel, savedText, onSaved, children } = props
  const isChanged = useStore(stores.$isChanged)
  const isSaving = useStore(stores.$isSaving)
  const problems = useStore(stores.$problems)
  const toast = useToast()

  async function save(event: FormEvent) {
    event.preventDefault()
    if (!(await stores.save())) return
    toast.show({ title: savedText })
    onSaved?.()
  }

  return (
    <Card title={title} description={description}>
      <form className={layout.form} onSubmit={event => void save(event)} noValidate>
        {children}
        <GeneralProblems problems={problems} />
        <div>
          <Button type="submit" disabled={!isChanged} isLoading={isSaving}>
            {saveLabel}
          </Button>
        </div>
      </form>
    </Card>
  )
}
