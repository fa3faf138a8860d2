import { type RefObject, useEffect, useRef, useState } from 'react'

interface InlineEditor {
  readonly isEditing: boolean
  readonly open: () => void
  readonly close: () => void
  /** Opens the editor, and gets the focus back from it. */
  readonly button: RefObject<HTMLButtonElement | null>
  /** Gets the focus where the button is gone, as after a change that cannot be repeated at once. */
  readonly place: RefObject<HTMLDivElement | null>
}

/** An editor that stands in place of what it changes, with the button that opens it. */
export function useInlineEditor(): InlineEditor {
  const [isEditing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !isEditing) (button.current ?? place.current)?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  return { isEditing, open: () => setEditing(true), close: () => setEditing(false), button, place }
}
