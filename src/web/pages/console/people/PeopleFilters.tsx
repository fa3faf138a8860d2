import { Button, Group } from '@mantine/core'
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FilterSelect } from '../../../components/FilterSelect.tsx'
import { SearchField } from '../../../components/SearchField.tsx'
import { STAFF_PERMISSIONS } from '../sections.ts'
import { PEOPLE_SORTS, PEOPLE_STATES, type PeopleSearch } from './search.ts'

/** What narrows and orders the list of people; the address keeps it. */
export function PeopleFilters({ search }: { readonly search: PeopleSearch }) {
  const { t } = useTranslation('staffPeople')
  const { t: ofConsole } = useTranslation('console')
  const navigate = useNavigate({ from: '/console/people' })
  const set = (change: PeopleSearch) => void navigate({ search: { ...search, ...change }, replace: true })
  const isReversed = search.reversed === true
  return (
    <Group align="flex-end" gap="xs">
      <SearchField label={t('filters.search')} value={search.q ?? ''} onChange={(q) => set({ q: q || undefined })} />
      <SearchField
        label={t('filters.address')}
        value={search.address ?? ''}
        onChange={(address) => set({ address: address || undefined })}
      />
      <FilterSelect
        label={t('filters.state')}
        value={search.state}
        all={t('filters.all')}
        choices={PEOPLE_STATES.map((value) => ({ value, label: t(`states.${value}`) }))}
        onChange={(state) => set({ state })}
      />
      <FilterSelect
        label={t('filters.permission')}
        value={search.permission}
        all={t('filters.all')}
        choices={STAFF_PERMISSIONS.map((value) => ({ value, label: ofConsole(`permissions.${value}.name`) }))}
        onChange={(permission) => set({ permission })}
      />
      <FilterSelect
        label={t('filters.sort')}
        value={search.sort ?? 'CREATED_AT'}
        choices={PEOPLE_SORTS.map((value) => ({ value, label: t(`sorts.${value}`) }))}
        onChange={(sort) => set({ sort })}
      />
      <Button
        variant="default"
        aria-pressed={isReversed}
        leftSection={
          isReversed ? <IconSortAscending size={18} aria-hidden /> : <IconSortDescending size={18} aria-hidden />
        }
        onClick={() => set({ reversed: isReversed ? undefined : true })}
      >
        {t('filters.reverse')}
      </Button>
    </Group>
  )
}
