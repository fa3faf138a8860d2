import { Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { GroupCard } from '../../components/groups/GroupCard.tsx'
import { GroupGrid, GroupGridSkeleton } from '../../components/groups/GroupGrid.tsx'
import { LoadMore } from '../../components/LoadMore.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { SearchField } from '../../components/SearchField.tsx'
import { formatLanguage } from '../../formats.ts'
import type { GroupFilter } from '../../generated/graphql.ts'
import { usePanel } from '../../graph/hooks.ts'
import { FOUND_GROUPS, GROUP_LANGUAGES } from './documents.ts'
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
      <NativeSelect
        label={t('discover.language')}
        value={search.language ?? ''}
        data={[{ value: '', label: t('discover.anyLanguage') }, ...languages]}
        onChange={({ currentTarget: { value } }) => onChange({ language: value || undefined })}
      />
      <NativeSelect
        label={t('discover.size')}
        value={search.size ?? ''}
        data={[
          { value: '', label: t('discover.sizes.any') },
          ...GROUP_SIZE_NAMES.map((value) => ({ value, label: t(`discover.sizes.${value}`) })),
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ size: GROUP_SIZE_NAMES.find((one) => one === value) })}
      />
    </Group>
  )
}

/** Languages by their names in the language of the page. */
function useLanguages() {
  const { i18n } = useTranslation()
  const { data } = usePanel(GROUP_LANGUAGES, {})
  const items = data?.serverInfo.languages.map(({ code, name }) => {
    const label = formatLanguage(i18n.language, code)
    return { value: code, label: label === code ? name : label }
  })
  return items?.sort((one, other) => one.label.localeCompare(other.label, i18n.language)) ?? []
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
  if (refusal && !data) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (!data) return <GroupGridSkeleton />
  const { totalCount, edges, pageInfo } = data.groups
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        {totalCount === 0 ? t('discover.empty') : t('count', { count: totalCount })}
      </Text>
      <GroupGrid>
        {edges.map(({ node }) => (
          <GroupCard key={node.id} group={node} />
        ))}
      </GroupGrid>
      <LoadMore pageInfo={pageInfo} onMore={(more) => fetchMore({ ...variables, more })} />
    </Stack>
  )
}
