import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DaySpan } from './days.ts'

interface DayFilterProps {
  readonly value: DaySpan
  readonly onChange: (changed: DaySpan) => void
}

/** The first and the last day of what a list shows. */
export function DayFilter({ value: { from, to }, onChange }: DayFilterProps) {
  const { t } = useTranslation('console')
  return (
    <>
      <TextInput
        type="date"
        label={t('days.from')}
        value={from ?? ''}
        max={to}
        onChange={({ currentTarget: { value } }) => onChange({ from: value || undefined })}
      />
      <TextInput
        type="date"
        label={t('days.to')}
        value={to ?? ''}
        min={from}
        onChange={({ currentTarget: { value } }) => onChange({ to: value || undefined })}
      />
    </>
  )
}
