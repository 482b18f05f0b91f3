import { type ClipboardEvent, type DragEvent, useState } from 'react'

export type Take = (files: readonly File[]) => void

/** Event handlers for an element that accepts dropped pictures and shows when one is dragged over it. */
export function useDrop(take: Take) {
  const [isOver, setOver] = useState(false)
  return {
    'data-over': isOver,
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
      if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false)
    },
    onDrop(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(false)
      take([...event.dataTransfer.files])
    }
  }
}

/** Attaches pasted pictures. If the clipboard also has text, as with office programs, the text is pasted instead. */
export function pasteInto(take: Take) {
  return (event: ClipboardEvent) => {
    const { files, types } = event.clipboardData
    if (files.length === 0 || types.includes('text/plain')) return
    event.preventDefault()
    take([...files])
  }
}

/**
 * Returns the size of a picture before it has loaded; it may be narrower with the same aspect ratio. The size is not
 * rounded, because the picture's exact ratio counts after loading and half a pixel would move the content above.
 */
export function fitPicture({ width, height }: { width: number; height: number }) {
  const scale = Math.min(1, 320 / width, 240 / height)
  return { width: width * scale, height: height * scale }
}
