import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePanel } from '../../../graph/hooks.ts'
import { FIND_STAFF } from '../staff/documents.ts'

interface PeopleSelectProps {
  readonly label: string
  /** Ids of those who are chosen. */
  readonly value: string[]
  readonly onChange: (ids: string[]) => void
  readonly error?: React.ReactNode
}

/** Milliseconds. */
const PAUSE = 250

/** Chooses several people by name, among those that the server finds. */
export function PeopleSelect({ value, ...field }: PeopleSelectProps) {
  const { t } = useTranslation('broadcasts')
  const [typed, setTyped] = useState('')
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map())
  const [search] = useDebouncedValue(typed.trim(), PAUSE)
  const { data } = usePanel(FIND_STAFF, { search }, { skip: search === '' })
  const found = search ? (data?.users.edges.map(({ node }) => node) ?? []) : []
  const names = new Map([...known, ...found.map(({ id, displayName }) => [id, displayName] as const)])
  const offered = new Set([...value, ...found.map(({ id }) => id)])
  return (
    <MultiSelect
      {...field}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      value={value}
      data={[...offered].map((id) => ({ value: id, label: names.get(id) ?? id }))}
      // The server has searched; what it has found may match in other ways than by the letters typed.
      filter={({ options }) => options}
      nothingFoundMessage={t('message.nobody')}
      onChange={(ids) => {
        setKnown(names)
        field.onChange(ids)
      }}
    />
  )
}
