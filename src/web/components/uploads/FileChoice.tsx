import { Button, type ButtonProps, FileButton } from '@mantine/core'
import { type ComponentPropsWithoutRef, useRef } from 'react'

interface FileChoiceProps extends ButtonProps, Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> {
  /** MIME types or extensions, separated by commas. */
  readonly accept: string
  readonly multiple?: boolean
  readonly onFiles: (files: readonly File[]) => void
}

/** A button that opens the file dialog. */
export function FileChoice({ accept, multiple = false, onFiles, ...button }: FileChoiceProps) {
  const reset = useRef<() => void>(null)
  const choose = (files: readonly File[]) => {
    if (files.length > 0) onFiles(files)
    // Else the same file could not be chosen again.
    reset.current?.()
  }
  if (multiple)
    return (
      <FileButton multiple accept={accept} resetRef={reset} onChange={choose}>
        {(props) => <Button variant="default" size="xs" {...button} {...props} />}
      </FileButton>
    )
  return (
    <FileButton accept={accept} resetRef={reset} onChange={(file) => choose(file ? [file] : [])}>
      {(props) => <Button variant="default" size="xs" {...button} {...props} />}
    </FileButton>
  )
}
