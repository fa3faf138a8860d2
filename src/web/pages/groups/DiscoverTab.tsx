import { Group, Stack } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CountedList } from '../../components/CountedList.tsx'
import { FilterSelect } from '../../components/FilterSelect.tsx'
import { GroupCard } from '../../components/groups/GroupCard.tsx'
import { GroupGrid, GroupGridSkeleton } from '../../components/groups/GroupGrid.tsx'
import { useLanguages } from '../../components/languages.ts'
import { SearchField } from '../../components/SearchField.tsx'
import type { GroupFilter } from '../../generated/graphql.ts'
import { getFragmentData } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { FOUND_GROUPS, GROUP_LIST } from './documents.ts'
import { GROUP_SIZE_NAMES, GROUP_SIZES, type GroupsSearch, tagOf } from './search.ts'

/** Looks for groups: the largest first, or by name, code, tag, language and size. */
export function DiscoverTab() {
  const search = useSearch({ from: '/shell/groups' })
  const navigate = useNavigate({ from: '/groups' })
  const change = (changed: GroupsSearch) =>
    void navigate({ search: { ...search, ...changed, tab: 'discover' }, replace: true })
  return (
    <Stack gap="md">
      <Filters search={search} onChange={change} />
      <Found search={search} />
    </Stack>
  )
}

interface FiltersProps {
  readonly search: GroupsSearch
  readonly onChange: (changed: GroupsSearch) => void
}

function Filters({ search, onChange }: FiltersProps) {
  const { t } = useTranslation('groups')
  const languages = useLanguages()
  return (
    <Group gap="sm" align="end">
      <SearchField
        label={t('discover.search')}
        value={search.search ?? ''}
        onChange={(text) => onChange({ search: text || undefined })}
      />
      <SearchField
        label={t('discover.tag')}
        value={search.tag ?? ''}
        onChange={(text) => onChange({ tag: tagOf(text) })}
      />
      <FilterSelect
        label={t('discover.language')}
        value={search.language}
        choices={languages}
        all={t('discover.anyLanguage')}
        onChange={(language) => onChange({ language })}
      />
      <FilterSelect
        label={t('discover.size')}
        value={search.size}
        choices={GROUP_SIZE_NAMES.map((value) => ({ value, label: t(`discover.sizes.${value}`) }))}
        all={t('discover.sizes.any')}
        onChange={(size) => onChange({ size })}
      />
    </Group>
  )
}

const filterOf = ({ search, tag, language, size }: GroupsSearch): GroupFilter => ({
  ...(search && { search }),
  ...(tag && { tags: [tag] }),
  ...(language && { languages: [language] }),
  ...(size && GROUP_SIZES[size]),
})

function Found({ search }: { readonly search: GroupsSearch }) {
  const { t } = useTranslation('groups')
  const variables = { filter: filterOf(search) }
  const { data, refusal, reload, fetchMore } = usePanel(FOUND_GROUPS, variables)
  const groups = getFragmentData(GROUP_LIST, data?.groups)
  return (
    <CountedList
      list={groups}
      refusal={refusal}
      onRetry={reload}
      onMore={(more) => fetchMore({ ...variables, more })}
      countText={(count) => (count === 0 ? t('discover.empty') : t('count', { count }))}
      skeleton={<GroupGridSkeleton />}
    >
      <GroupGrid>
        {groups?.edges.map(({ node }) => (
          <GroupCard key={node.id} group={node} />
        ))}
      </GroupGrid>
    </CountedList>
  )
}
