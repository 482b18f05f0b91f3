import { type ClipboardEvent, type DragEvent, useState } from 'react'

export type Take = (files: readonly File[]) => void

/** For what a picture may be dropped on: a file that misses would otherwise take the place of the page. */
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

/** Office programs put a picture of the text beside the text: words are pasted as words. */
export function pasteInto(take: Take) {
  return (event: ClipboardEvent) => {
    const { files, types } = event.clipboardData
    if (files.length === 0 || types.includes('text/plain')) return
    event.preventDefault()
    take([...files])
  }
}

/**
 * The size that a picture is shown in, known before it is there; it may be narrower, at the same shape. Not in whole
 * pixels: its own shape counts once it has come, and half a pixel would move what is above.
 */
export function fitPicture({ width, height }: { width: number; height: number }) {
  const scale = Math.min(1, 320 / width, 240 / height)
  return { width: width * scale, height: height * scale }
}
