import { Badge, Group, Paper, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FilterSelect } from '../../../components/FilterSelect.tsx'
import { LoadMore } from '../../../components/LoadMore.tsx'
import { PersonChip } from '../../../components/people/PersonChip.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import { SearchField } from '../../../components/SearchField.tsx'
import { formatDate } from '../../../formats.ts'
import type { GroupMemberFilter, GroupMembersFragment } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import { type GroupSearch, MEMBER_SORTS, NO_ROLE } from '../search.ts'
import { useGroupRoles } from '../useGroupRoles.ts'
import { GROUP_MEMBER_CHANGES, GROUP_MEMBER_LIST, GROUP_MEMBERS } from './documents.ts'

/** The graph finds nothing by fewer characters. */
const SHORTEST_SEARCH = 3

interface MembersTabProps {
  readonly groupId: string
}

/** The members of a group that the viewer sees: by name, by role, and in the order in which they have joined. */
export function MembersTab({ groupId }: MembersTabProps) {
  const search = useSearch({ from: '/shell/groups/$groupId' })
  const navigate = useNavigate({ from: '/groups/$groupId' })
  const change = (changed: GroupSearch) => void navigate({ search: { ...search, ...changed }, replace: true })
  return (
    <Stack gap="md">
      <Filters groupId={groupId} search={search} onChange={change} />
      <Members groupId={groupId} search={search} />
    </Stack>
  )
}

interface FiltersProps extends MembersTabProps {
  readonly search: GroupSearch
  readonly onChange: (changed: GroupSearch) => void
}

function Filters({ groupId, search, onChange }: FiltersProps) {
  const { t } = useTranslation('groups')
  const roles = useGroupRoles(groupId)
  return (
    <Group gap="sm" align="end">
      <SearchField
        label={t('members.search')}
        value={search.search ?? ''}
        onChange={(text) => onChange({ search: text || undefined })}
      />
      <FilterSelect
        label={t('members.role')}
        value={search.role}
        choices={[...roles, { value: NO_ROLE, label: t('members.noRole') }]}
        all={t('members.anyRole')}
        onChange={(role) => onChange({ role })}
      />
      <FilterSelect
        label={t('members.sort')}
        value={search.sort ?? 'JOINED_AT_ASCENDING'}
        choices={MEMBER_SORTS.map((value) => ({ value, label: t(`members.sorts.${value}`) }))}
        onChange={(sort) => onChange({ sort })}
      />
    </Group>
  )
}

const filterOf = ({ search = '', role }: GroupSearch): GroupMemberFilter => ({
  ...(search.length >= SHORTEST_SEARCH && { search }),
  ...(role === NO_ROLE && { hasNoRole: true }),
  ...(role && role !== NO_ROLE && { roleId: role }),
})

interface MembersProps extends MembersTabProps {
  readonly search: GroupSearch
}

function Members({ groupId, search }: MembersProps) {
  const variables = { groupId, filter: filterOf(search), ...(search.sort && { sort: search.sort }) }
  const { data, refusal, reload, fetchMore } = usePanel(GROUP_MEMBER_LIST, variables)
  useLive(GROUP_MEMBER_CHANGES, data?.group ? variables : null)
  const group = getFragmentData(GROUP_MEMBERS, data?.group)
  const members = group?.members
  if (refusal && !group) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (!members) return <Skeleton h={220} radius="lg" aria-hidden />
  return (
    <Stack gap="sm">
      <Summary group={group} search={search.search ?? ''} />
      <SimpleGrid
        component="ul"
        className="plainList"
        cols={{ base: 1, sm: 2, xl: 3 }}
        spacing="xs"
        verticalSpacing="xs"
      >
        {members.edges.map(({ node }) => (
          <MemberItem key={node.id} member={node} />
        ))}
      </SimpleGrid>
      <LoadMore pageInfo={members.pageInfo} onMore={(more) => fetchMore({ ...variables, more })} />
    </Stack>
  )
}

interface SummaryProps {
  readonly group: GroupMembersFragment
  /** Part of a name. */
  readonly search: string
}

/** How many there are, and why there are no more. */
function Summary({ group: { members, viewerCanSeeAllMembers }, search }: SummaryProps) {
  const { t } = useTranslation(['groups', 'common'])
  const count = members?.totalCount ?? 0
  return (
    <>
      <Text size="sm" role="status">
        {count === 0 ? t('members.none') : t('common:group.members', { count })}
      </Text>
      {search !== '' && search.length < SHORTEST_SEARCH && <Text size="sm">{t('members.short')}</Text>}
      {!viewerCanSeeAllMembers && (
        <Text size="sm" c="dimmed">
          {t('members.some')}
        </Text>
      )}
    </>
  )
}

type Member = NonNullable<GroupMembersFragment['members']>['edges'][number]['node']

function MemberItem({ member: { user, roles, joinedAt } }: { readonly member: Member }) {
  const { t, i18n } = useTranslation(['groups', 'common'])
  if (!user) return null
  const since = joinedAt && t('members.since', { date: formatDate(i18n.language, joinedAt) })
  return (
    <Paper component="li" withBorder radius="md" px="sm" py="xs">
      <PersonChip person={user} below={since} />
      {roles.length > 0 && (
        <Group gap={4} mt={6}>
          {roles.map(({ id, name }) => (
            <Badge key={id} size="sm" variant="default" tt="none" fw={500}>
              {name}
            </Badge>
          ))}
        </Group>
      )}
    </Paper>
  )
}
