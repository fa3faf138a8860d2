import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

interface SearchFieldProps {
  readonly label: string
  /** What is searched for now, as the address says. */
  readonly value: string
  /** Called a moment after the person has stopped typing. */
  readonly onChange: (text: string) => void
  /** Whether one can type at once when the page is shown. */
  readonly autoFocus?: boolean
}

/** Milliseconds. */
const PAUSE = 250

/** A field whose text goes into the address while the person types. */
export function SearchField({ label, value, onChange, autoFocus = false }: SearchFieldProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const announced = useRef(value)
  const announce = (text: string) => {
    announced.current = text.trim()
    onChange(announced.current)
  }
  const announceSoon = useDebouncedCallback(announce, PAUSE)
  useEffect(() => {
    // The address has changed by another way than typing, such as going back.
    if (input.current && value !== announced.current) input.current.value = value
    announced.current = value
  }, [value])
  const clear = () => {
    announceSoon.cancel()
    if (input.current) input.current.value = ''
    input.current?.focus()
    announce('')
  }
  return (
    <TextInput
      ref={input}
      label={label}
      type="search"
      autoFocus={autoFocus}
      flex={1}
      miw={200}
      defaultValue={value}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={value !== '' && <CloseButton size="sm" aria-label={t('clear')} onClick={clear} />}
      onChange={({ currentTarget }) => announceSoon(currentTarget.value)}
    />
  )
}
