import { Group, Stack } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FilterSelect } from '../../components/FilterSelect.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { PageTabs } from '../../components/PageTabs.tsx'
import { JamList } from './JamList.tsx'
import { JAM_LISTS, JAM_TYPES, type JamSearch } from './search.ts'

/** Contests of worlds and avatars: those that are on, to come, and over. */
export function JamsPage() {
  const { t } = useTranslation('jams')
  const search = useSearch({ from: '/shell/jams' })
  const navigate = useNavigate({ from: '/jams' })
  const change = (changed: JamSearch) => void navigate({ search: { ...search, ...changed }, replace: true })
  const tabs = JAM_LISTS.map((name) => ({ name, label: t(`lists.${name}`) }))
  const list = search.list ?? 'running'
  return (
    <Stack gap="md">
      <PageHead title={t('title')} windowTitle={t('pageTitle')} />
      <PageTabs label={t('lists.label')} tabs={tabs} active={list} onOpen={(next) => change({ list: next })}>
        <Stack gap="md">
          <Group>
            <FilterSelect
              label={t('type')}
              value={search.type}
              choices={JAM_TYPES.map((value) => ({ value, label: t(`types.${value}`) }))}
              all={t('allTypes')}
              onChange={(type) => change({ type })}
            />
          </Group>
          <JamList key={list} list={list} type={search.type} />
        </Stack>
      </PageTabs>
    </Stack>
  )
}
