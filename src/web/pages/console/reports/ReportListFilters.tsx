import { Button, Group } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FilterSelect } from '../../../components/FilterSelect.tsx'
import { usePanel } from '../../../graph/hooks.ts'
import { CONSOLE_PERSON_NAME, CONSOLE_REPORT_OPTIONS } from './documents.ts'
import { AGES, LIST_SORTS, type ReportListSearch, STATUSES } from './listSearch.ts'
import { CLAIMS } from './search.ts'

interface ReportListFiltersProps {
  readonly search: ReportListSearch
}

/** What narrows and orders the list of reports; the address keeps it. */
export function ReportListFilters({ search }: ReportListFiltersProps) {
  const { t } = useTranslation('console')
  const navigate = useNavigate({ from: '/console/reports/list' })
  const { data } = usePanel(CONSOLE_REPORT_OPTIONS, {})
  const set = (change: ReportListSearch) => void navigate({ search: { ...search, ...change }, replace: true })
  const types = data?.reportOptions.map(({ type, label }) => ({ value: type, label })) ?? []
  return (
    <Group align="flex-end" gap="sm">
      <FilterSelect
        label={t('reports.status')}
        value={search.status}
        all={t('reports.all')}
        choices={STATUSES.map((value) => ({ value, label: t(`reports.statuses.${value}`) }))}
        onChange={(status) => set({ status })}
      />
      <FilterSelect
        label={t('reports.kind')}
        value={search.type}
        all={t('reports.all')}
        choices={types}
        onChange={(type) => set({ type })}
      />
      <FilterSelect
        label={t('reports.claimed')}
        value={search.claim}
        all={t('reports.all')}
        choices={CLAIMS.map((value) => ({ value, label: t(`reports.claims.${value}`) }))}
        onChange={(claim) => set({ claim })}
      />
      <FilterSelect
        label={t('reports.age')}
        value={search.age}
        all={t('reports.all')}
        choices={AGES.map((value) => ({ value, label: t('reports.days', { count: Number(value) }) }))}
        onChange={(age) => set({ age })}
      />
      <FilterSelect
        label={t('reports.sort')}
        value={search.sort ?? 'WEIGHT'}
        choices={LIST_SORTS.map((value) => ({ value, label: t(`reports.listSorts.${value}`) }))}
        onChange={(sort) => set({ sort })}
      />
      <PersonFilter name="byPerson" userId={search.reporterId} onRemove={() => set({ reporterId: undefined })} />
      <PersonFilter name="aboutPerson" userId={search.authorId} onRemove={() => set({ authorId: undefined })} />
    </Group>
  )
}

interface PersonFilterProps {
  readonly name: 'byPerson' | 'aboutPerson'
  /** Undefined where the list is not narrowed by a person. */
  readonly userId: string | undefined
  readonly onRemove: () => void
}

/** A person by whom the list is narrowed, who can be taken away. */
const PersonFilter = ({ userId, ...rest }: PersonFilterProps) =>
  userId === undefined ? null : <PersonButton {...rest} userId={userId} />

function PersonButton({ name, userId, onRemove }: PersonFilterProps & { readonly userId: string }) {
  const { t } = useTranslation('console')
  const { data } = usePanel(CONSOLE_PERSON_NAME, { userId })
  return (
    <Button variant="light" rightSection={<IconX size={16} aria-hidden />} onClick={onRemove}>
      {t(`reports.${name}`, { name: data?.user?.displayName ?? userId })}
    </Button>
  )
}
