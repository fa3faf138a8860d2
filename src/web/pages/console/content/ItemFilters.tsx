import { Button, Group } from '@mantine/core'
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterSelect } from '../../../components/FilterSelect.tsx'
import { SearchField } from '../../../components/SearchField.tsx'
import type { ContentItemKind } from '../../../generated/graphql.ts'
import { choicesFor, type ItemsSearch } from './search.ts'

interface ItemFiltersProps {
  readonly kind: ContentItemKind
  readonly search: ItemsSearch
  readonly onChange: (change: ItemsSearch) => void
  /** Before the others. */
  readonly children?: ReactNode
}

/** What narrows and orders a list of content; the address keeps it. */
export function ItemFilters({ kind, search, onChange, children }: ItemFiltersProps) {
  const { t } = useTranslation('staffContent')
  const { hasNames, hasTags, states, marks, sorts } = choicesFor(kind)
  return (
    <Group align="flex-end" gap="xs">
      {children}
      {hasNames && (
        <SearchField
          label={t('filters.search')}
          value={search.q ?? ''}
          onChange={(q) => onChange({ q: q || undefined })}
        />
      )}
      {hasTags && (
        <SearchField
          label={t('filters.tag')}
          value={search.tag ?? ''}
          onChange={(tag) => onChange({ tag: tag || undefined })}
        />
      )}
      <FilterSelect
        label={t('filters.state')}
        value={search.state}
        all={t('filters.all')}
        choices={states.map((value) => ({ value, label: t(`states.${value}`) }))}
        onChange={(state) => onChange({ state })}
      />
      <FilterSelect
        label={t('filters.mark')}
        value={search.mark}
        all={t('filters.all')}
        choices={marks.map((value) => ({ value, label: t(`marks.${value}`) }))}
        onChange={(mark) => onChange({ mark })}
      />
      {sorts.length > 1 && (
        <FilterSelect
          label={t('filters.sort')}
          value={search.sort ?? 'CREATED_AT'}
          choices={sorts.map((value) => ({ value, label: t(`sorts.${value}`) }))}
          onChange={(sort) => onChange({ sort })}
        />
      )}
      <ReverseButton isReversed={search.reversed === true} onChange={(reversed) => onChange({ reversed })} />
    </Group>
  )
}

interface ReverseButtonProps {
  readonly isReversed: boolean
  readonly onChange: (reversed: true | undefined) => void
}

/** Begins a list with its other end. */
export function ReverseButton({ isReversed, onChange }: ReverseButtonProps) {
  const { t } = useTranslation('staffContent')
  const Icon = isReversed ? IconSortAscending : IconSortDescending
  return (
    <Button
      variant="default"
      aria-pressed={isReversed}
      leftSection={<Icon size={18} aria-hidden />}
      onClick={() => onChange(isReversed ? undefined : true)}
    >
      {t('filters.reverse')}
    </Button>
  )
}
