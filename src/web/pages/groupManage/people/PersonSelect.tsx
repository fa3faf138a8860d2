import { Select } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'

interface NamedPerson {
  readonly id: string
  readonly displayName: string
}

interface PersonSelectProps {
  readonly label: string
  readonly description?: string
  /** Null for nobody. */
  readonly value: NamedPerson | null
  /** Who was found. */
  readonly people: readonly NamedPerson[]
  /** Called a moment after the person has stopped typing. */
  readonly onSearch: (text: string) => void
  readonly onChange: (person: NamedPerson | null) => void
  readonly error?: React.ReactNode
}

/** Milliseconds. */
const PAUSE = 250

/** Chooses one person by name, among those that the server finds. */
export function PersonSelect({ value, people, onSearch, onChange, ...field }: PersonSelectProps) {
  const { t } = useTranslation('groupManage')
  const searchSoon = useDebouncedCallback(onSearch, PAUSE)
  const offered = value && !people.some(({ id }) => id === value.id) ? [value, ...people] : people
  return (
    <Select
      {...field}
      flex={1}
      miw={200}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('people.clear') }}
      value={value?.id ?? null}
      data={offered.map(({ id, displayName }) => ({ value: id, label: displayName }))}
      // The server has searched; what it has found may match in other ways than by the letters typed.
      filter={({ options }) => options}
      nothingFoundMessage={t('people.nobody')}
      onSearchChange={searchSoon}
      onChange={(chosen) => onChange(offered.find(({ id }) => id === chosen) ?? null)}
    />
  )
}
