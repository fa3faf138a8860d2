import { Group, NativeSelect, Stack, Tabs, Title } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageTitle } from '../../components/PageTitle.tsx'
import { RouteButton } from '../../components/RouteLink.tsx'
import { SearchField } from '../../components/SearchField.tsx'
import { PLATFORMS } from '../../components/worlds/platforms.ts'
import { OwnWorlds } from './OwnWorlds.tsx'
import { WORLD_LISTS, WORLD_SORTS, type WorldSearch, type WorldSortName } from './search.ts'
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
      <Group justify="space-between" gap="sm">
        <Title order={1} size="h2">
          {t('title')}
        </Title>
        <RouteButton to="/worlds/new" variant="default" leftSection={<IconUpload size={18} aria-hidden />}>
          {t('upload')}
        </RouteButton>
      </Group>
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
            <WorldFilters search={search} sort={list === 'own' ? 'UPDATED_AT' : 'POPULARITY'} onChange={change} />
            {list === 'own' ? <OwnWorlds search={search} /> : <WorldGrid list={list} search={search} />}
          </Stack>
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}

interface WorldFiltersProps {
  readonly search: WorldSearch
  /** The order of the list by default. */
  readonly sort: WorldSortName
  readonly onChange: (changed: WorldSearch) => void
}

function WorldFilters({ search, sort, onChange }: WorldFiltersProps) {
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
        value={search.sort ?? sort}
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
