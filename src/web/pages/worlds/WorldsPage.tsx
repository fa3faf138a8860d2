import { Group, NativeSelect, Stack, Tabs, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageTitle } from '../../components/PageTitle.tsx'
import { SearchField } from '../../components/SearchField.tsx'
import { PLATFORMS, WORLD_LISTS, WORLD_SORTS, type WorldSearch } from './search.ts'
import { WorldGrid } from './WorldGrid.tsx'

/** Worlds to look through: those with people in them, all, favorites, and those visited lately. */
export function WorldsPage() {
  const { t } = useTranslation('worlds')
  const search = useSearch({ from: '/shell/worlds' })
  const navigate = useNavigate({ from: '/worlds' })
  const change = (changed: WorldSearch) => void navigate({ search: { ...search, ...changed }, replace: true })
  const list = search.list ?? (search.search ? 'all' : 'active')
  return (
    <Stack gap="md">
      <PageTitle>{t('pageTitle')}</PageTitle>
      <Title order={1} size="h2">
        {t('title')}
      </Title>
      <Tabs value={list} onChange={(value) => change({ list: WORLD_LISTS.find((one) => one === value) })}>
        <Tabs.List aria-label={t('lists.label')}>
          {WORLD_LISTS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`lists.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={list} pt="md">
          <Stack gap="md">
            <WorldFilters search={search} onChange={change} />
            <WorldGrid list={list} search={search} />
          </Stack>
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}

interface WorldFiltersProps {
  readonly search: WorldSearch
  readonly onChange: (changed: WorldSearch) => void
}

function WorldFilters({ search, onChange }: WorldFiltersProps) {
  const { t } = useTranslation('worlds')
  return (
    <Group gap="sm" align="end">
      <SearchField
        label={t('search')}
        value={search.search ?? ''}
        onChange={(text) => onChange({ search: text || undefined })}
      />
      <NativeSelect
        label={t('sort')}
        value={search.sort ?? 'POPULARITY'}
        data={WORLD_SORTS.map((value) => ({ value, label: t(`sorts.${value}`) }))}
        onChange={({ currentTarget: { value } }) => onChange({ sort: WORLD_SORTS.find((one) => one === value) })}
      />
      <NativeSelect
        label={t('platform')}
        value={search.platform ?? ''}
        data={[
          { value: '', label: t('platforms.any') },
          ...PLATFORMS.map((value) => ({ value, label: t(`platforms.${value}`) })),
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ platform: PLATFORMS.find((one) => one === value) })}
      />
    </Group>
  )
}
