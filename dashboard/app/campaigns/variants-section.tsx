import { maxVariants } from '@mille/api/constants.ts'
import {
  createVariantStores,
  type LoadedVariants,
  type VariantView
} from '@mille/stores/variants/variants.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { later, useLater } from '@mille/ui/shared/later.ts'
import { useStore } from '@nanostores/react'
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useApi } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { commonMessages } from '../page/messages.ts'
import { RemoveVariant } from './remove-variant.tsx'
import { VariantItem } from './variant-item.tsx'
import { variantsMessages as messages } from './variants-messages.ts'
import styles from './variants-section.module.css'

// Forms are loaded after the page, which most people open to look at their ads.
const variantDialog = later(async () => (await import('./variant-dialog.tsx')).VariantDialog)
const VariantChoiceCard = lazyPart(
  async () => (await import('./variant-choice-card.tsx')).VariantChoiceCard
)

export type VariantsSectionProps = {
  campaignId: string
  loaded: LoadedVariants
  /** Sizes that banners may currently have. */
  sizes: readonly string[]
  /** Whether the variants of an archived campaign are shown, which can no longer be changed. */
  isArchived: boolean
  /** Called after a change that may have changed the campaign's state, and to load the numbers again. */
  onReload: () => void
}

/** The variants of a campaign with their numbers, and how it chooses among them. */
export function VariantsSection(props: VariantsSectionProps) {
  const { loaded, sizes, isArchived, onReload } = props
  const stores = useVariantStores(props)
  const variants = useStore(stores.$variants)
  const [edited, setEdited] = useState<{ variant: VariantView | null } | null>(null)
  const [removed, setRemoved] = useState<VariantView | null>(null)
  const VariantDialog = useLater(variantDialog, edited !== null)
  const list = useRef<HTMLUListElement>(null)
  const focusAdded = useFocusAdded(list)
  const isFull = variants.length >= maxVariants && !isArchived

  return (
    <>
      <Card
        title={messages.title}
        description={messages.text}
        actions={
          !isArchived && (
            <AddButton isDisabled={isFull} onPress={() => setEdited({ variant: null })} />
          )
        }
      >
        <div className={layout.stack}>
          <Notices isFull={isFull} isNotLoaded={loaded.rows === null} onReload={onReload} />
          <ul ref={list} className={styles.list} aria-label={messages.title} tabIndex={-1}>
            {variants.map(variant => (
              <VariantItem
                key={variant.id}
                variant={variant}
                stores={stores}
                onEdit={isArchived ? null : () => setEdited({ variant })}
                onRemove={isArchived || variants.length === 1 ? null : () => setRemoved(variant)}
              />
            ))}
          </ul>
        </div>
      </Card>
      {variants.length > 1 && !isArchived && (
        <Suspense fallback={null}>
          <VariantChoiceCard stores={stores} />
        </Suspense>
      )}
      {edited && VariantDialog && (
        <VariantDialog
          stores={stores}
          edited={edited.variant}
          sizes={sizes}
          onClose={() => setEdited(null)}
          onSaved={() => {
            if (edited.variant === null) focusAdded()
            onReload()
          }}
        />
      )}
      {removed && (
        <RemoveVariant
          variant={removed}
          stores={stores}
          onClose={() => setRemoved(null)}
          onRemoved={() => {
            // The button that opened the question is gone, so the list takes the focus.
            list.current?.focus()
            onReload()
          }}
        />
      )}
    </>
  )
}

/** Creates the stores once: the page reloads its data after other changes, and typed text must remain. */
function useVariantStores({ campaignId, loaded }: VariantsSectionProps) {
  const api = useApi()
  const [stores] = useState(() => createVariantStores(api, campaignId, loaded))
  useEffect(() => stores.reset(loaded), [stores, loaded])
  return stores
}

/** Returns a function that moves the focus to the last variant, after the dialog that added it has closed. */
function useFocusAdded(list: RefObject<HTMLUListElement | null>) {
  const [isWanted, setIsWanted] = useState(false)
  useEffect(() => {
    if (!isWanted) return
    setIsWanted(false)
    // The dialog returns the focus to its button first.
    const last = list.current?.lastElementChild
    setTimeout(() => last instanceof HTMLElement && last.focus())
  }, [isWanted, list])
  return () => setIsWanted(true)
}

function AddButton({ isDisabled, onPress }: { isDisabled: boolean; onPress: () => void }) {
  return (
    <Button icon="plus" size="small" disabled={isDisabled} onClick={onPress}>
      {messages.add}
    </Button>
  )
}

type NoticesProps = { isFull: boolean; isNotLoaded: boolean; onReload: () => void }

function Notices({ isFull, isNotLoaded, onReload }: NoticesProps) {
  return (
    <>
      {isNotLoaded && (
        <Notice
          tone="warning"
          action={
            <Button size="small" onClick={onReload}>
              {commonMessages.retry}
            </Button>
          }
        >
          {messages.notLoaded}
        </Notice>
      )}
      {isFull && <Notice>{messages.full}</Notice>}
    </>
  )
}
