import { useTimeout } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'

interface CopyButtonProps {
  readonly value: string
  /** Renders the button. */
  readonly children: (state: { readonly copied: boolean; readonly copy: () => void }) => ReactNode
}

/** Milliseconds for which the button says that the text was copied. */
const SHOWN = 1_000

/** Copies a text, also on plain http, where browsers have no `navigator.clipboard`. */
export function CopyButton({ value, children }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  const { start } = useTimeout(() => setCopied(false), SHOWN)
  const copy = async () => {
    if (!(await copyText(value))) return
    setCopied(true)
    start()
  }
  return children({ copied, copy: () => void copy() })
}

const copyText = (text: string): Promise<boolean> =>
  'clipboard' in navigator
    ? navigator.clipboard.writeText(text).then(
        () => true,
        () => copyByCommand(text),
      )
    : Promise.resolve(copyByCommand(text))

/** Answers the browser's question what is to be copied. */
function copyByCommand(text: string): boolean {
  const answer = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  document.addEventListener('copy', answer)
  const isDone = document.execCommand('copy')
  document.removeEventListener('copy', answer)
  return isDone
}
