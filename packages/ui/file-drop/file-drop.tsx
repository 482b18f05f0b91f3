import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { describeControl, FieldMessages } from '../field/field.tsx'
import { Icon } from '../icon/icon.tsx'
import { IconButton } from '../icon-button/icon-button.tsx'
import { Progress } from '../progress/progress.tsx'
import { joinClasses } from '../shared/join-classes.ts'
import styles from './file-drop.module.css'

export type FileDropItem = {
  id: string
  name: string
  previewUrl?: string | undefined
  detail?: ReactNode
} & (
  | { state: 'uploading' /** Upload progress, from 0 to 1. */; progress: number }
  | { state: 'ready' }
  | { state: 'failed'; error: string }
)

export type FileDropProps = {
  label: string
  help?: ReactNode
  /** Error of the whole field; the error of a single file is shown at that file. */
  error?: string | undefined
  /** File types as in `<input accept>`. Dropped files are not filtered by type: check it in the upload handler. */
  accept?: string | undefined
  isMultiple?: boolean | undefined
  isDisabled?: boolean | undefined
  name?: string | undefined
  items?: readonly FileDropItem[] | undefined
  onFiles: (files: File[]) => void
  onRemove?: ((item: FileDropItem) => void) | undefined
  onRetry?: ((item: FileDropItem) => void) | undefined
}

/** Accepts files by drag and drop, click or keyboard, and shows the upload progress of each. */
export function FileDrop(props: FileDropProps) {
  const {
    label,
    help,
    error,
    accept,
    isMultiple = false,
    isDisabled = false,
    name,
    items = [],
    onFiles
  } = props
  const id = useId()
  const [isOver, setIsOver] = useState(false)

  function take(files: FileList | null) {
    const taken = [...(files ?? [])].slice(0, isMultiple ? undefined : 1)
    if (taken.length > 0) onFiles(taken)
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    if (!isDisabled) take(event.dataTransfer.files)
  }

  return (
    <div className={styles.field}>
      <span className={styles.label} id={`${id}-label`}>
        {label}
      </span>
      <label
        className={joinClasses(styles.drop, isOver && styles.over)}
        onDragOver={event => {
          // Without `preventDefault`, the browser would open the dropped file instead of the page.
          event.preventDefault()
          setIsOver(!isDisabled)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <input
          {...describeControl(id, help, error)}
          id={id}
          className={styles.input}
          type="file"
          aria-labelledby={`${id}-label ${id}-words`}
          name={name}
          accept={accept}
          multiple={isMultiple}
          disabled={isDisabled}
          onChange={event => {
            take(event.target.files)
            // Clearing the input lets the user choose the same file again after removing it.
            event.target.value = ''
          }}
        />
        <Icon name="upload" />
        <span id={`${id}-words`}>
          <span className={styles.choose}>Choose {isMultiple ? 'files' : 'a file'}</span> or drop{' '}
          {isMultiple ? 'them' : 'it'} here
        </span>
      </label>
      <FieldMessages id={id} help={help} error={error} />
      {items.length > 0 && (
        <ul className={styles.items} aria-label={`${label}: files`}>
          {items.map(item => (
            <FileItem key={item.id} item={item} onRemove={props.onRemove} onRetry={props.onRetry} />
          ))}
        </ul>
      )}
    </div>
  )
}

function FileItem({
  item,
  onRemove,
  onRetry
}: { item: FileDropItem } & Pick<FileDropProps, 'onRemove' | 'onRetry'>) {
  return (
    <li className={styles.item}>
      <span className={styles.preview}>
        {item.previewUrl === undefined ? (
          <Icon name="upload" />
        ) : (
          <img src={item.previewUrl} alt="" />
        )}
      </span>
      <div className={styles.words}>
        <div className={styles.name} title={item.name}>
          {item.name}
        </div>
        {item.detail !== undefined && <div className={styles.detail}>{item.detail}</div>}
        {item.state === 'uploading' && (
          <Progress label={`Uploading ${item.name}`} value={item.progress} isLabelHidden />
        )}
        {item.state === 'failed' && (
          <div className={styles.error} role="alert">
            <Icon name="alert" />
            {item.error}
          </div>
        )}
      </div>
      {item.state === 'failed' && onRetry && (
        <IconButton
          icon="upload"
          label={`Upload ${item.name} again`}
          size="small"
          onClick={() => onRetry(item)}
        />
      )}
      {onRemove && (
        <IconButton
          icon="trash"
          label={`Remove ${item.name}`}
          size="small"
          onClick={() => onRemove(item)}
        />
      )}
    </li>
  )
}
