import { Group, Stack } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FilterSelect } from '../../components/FilterSelect.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { PageTabs } from '../../components/PageTabs.tsx'
import { RouteButton } from '../../components/RouteLink.tsx'
import { SearchField } from '../../components/SearchField.tsx'
import { PLATFORMS } from '../../components/worlds/platforms.ts'
import { OwnWorlds } from './OwnWorlds.tsx'
import { RecentInstances } from './RecentInstances.tsx'
import { WORLD_LISTS, WORLD_SORTS, type WorldSearch, type WorldSortName } from './search.ts'
import { WorldGrid } from './WorldGrid.tsx'

/** Worlds to look through: those with people in them, all, favorites, and those visited lately. */
export function WorldsPage() {
  const { t } = useTranslation('worlds')
  const search = useSearch({ from: '/shell/worlds' })
  const navigate = useNavigate({ from: '/worlds' })
  const change = (changed: WorldSearch) => void navigate({ search: { ...search, ...changed }, replace: true })
  const tabs = WORLD_LISTS.map((name) => ({ name, label: t(`lists.${name}`) }))
  const list = search.list ?? (search.search ? 'all' : 'active')
  return (
    <Stack gap="md">
      <PageHead title={t('title')} windowTitle={t('pageTitle')}>
        <RouteButton to="/worlds/new" variant="default" leftSection={<IconUpload size={18} aria-hidden />}>
          {t('upload')}
        </RouteButton>
      </PageHead>
      <PageTabs label={t('lists.label')} tabs={tabs} active={list} onOpen={(next) => change({ list: next })}>
        <Stack gap="md">
          {list === 'recent' && <RecentInstances />}
          <WorldFilters search={search} sort={list === 'own' ? 'UPDATED_AT' : 'POPULARITY'} onChange={change} />
          {list === 'own' ? <OwnWorlds search={search} /> : <WorldGrid list={list} search={search} />}
        </Stack>
      </PageTabs>
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
      <FilterSelect
        label={t('sort')}
        value={search.sort ?? sort}
        choices={WORLD_SORTS.map((value) => ({ value, label: t(`sorts.${value}`) }))}
        onChange={(next) => onChange({ sort: next })}
      />
      <FilterSelect
        label={t('platform')}
        value={search.platform}
        choices={PLATFORMS.map((value) => ({ value, label: t(`platforms.${value}`) }))}
        all={t('platforms.any')}
        onChange={(platform) => onChange({ platform })}
      />
    </Group>
  )
}
