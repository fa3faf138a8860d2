import { Group, Stack } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FilterSelect } from '../../../components/FilterSelect.tsx'
import { ListPanel } from '../../../components/ListPanel.tsx'
import { SearchField } from '../../../components/SearchField.tsx'
import type { GroupMemberFilter } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import { type ManageSearch, type ManageSectionProps, MEMBER_SORTS, NO_ROLE } from '../search.ts'
import { type AssignableRole, assignableRoles } from './assignableRoles.ts'
import {
  ASSIGNABLE_ROLES,
  MANAGE_MEMBER_NOTES_CHANGES,
  MANAGE_MEMBERS,
  MANAGE_MEMBERS_CHANGES,
  MANAGE_MEMBERS_QUERY,
} from './documents.ts'
import { MemberRow } from './MemberRow.tsx'

/** The server looks for no shorter parts of names. */
const MIN_SEARCH_LENGTH = 3

function filterOf({ search = '', role }: ManageSearch): GroupMemberFilter {
  return {
    ...(search.length >= MIN_SEARCH_LENGTH && { search }),
    ...(role === NO_ROLE && { hasNoRole: true }),
    ...(role !== undefined && role !== NO_ROLE && { roleId: role }),
  }
}

/** The members, whom the viewer gives roles, notes about, removes and bans as their own roles allow. */
export function MembersSection({ groupId, isAllowed }: ManageSectionProps) {
  const { t } = useTranslation('groupManage')
  const search = useSearch({ from: '/shell/groups/$groupId/manage/$section' })
  const list = { filter: filterOf(search), sort: search.sort ?? 'JOINED_AT_ASCENDING' } as const
  const { data, refusal, reload, fetchMore } = usePanel(MANAGE_MEMBERS_QUERY, { groupId, ...list })
  useLive(MANAGE_MEMBERS_CHANGES, isAllowed ? { groupId, ...list } : null)
  useLive(MANAGE_MEMBER_NOTES_CHANGES, isAllowed ? { groupId, ...list } : null)
  const members = getFragmentData(MANAGE_MEMBERS, data?.group)?.members
  const roles = assignableRoles(getFragmentData(ASSIGNABLE_ROLES, data?.group))
  const isSearch = Object.keys(list.filter).length > 0
  return (
    <>
      <MemberFilters search={search} roles={roles} />
      <ListPanel
        title={t('members.title')}
        list={members}
        refusal={members ? null : refusal}
        onRetry={reload}
        onMore={(more) => fetchMore({ groupId, ...list, more })}
        empty={isSearch ? t('members.noMatch') : t('members.empty')}
      >
        <Stack component="ul" className="plainList" gap="md">
          {members?.edges
            .filter(({ node }) => node.status === 'MEMBER')
            .map(({ node }) => (
              <MemberRow key={node.id} member={node} groupId={groupId} roles={roles} list={list} />
            ))}
        </Stack>
      </ListPanel>
    </>
  )
}

interface MemberFiltersProps {
  readonly search: ManageSearch
  readonly roles: readonly AssignableRole[]
}

function MemberFilters({ search, roles }: MemberFiltersProps) {
  const { t } = useTranslation('groupManage')
  const navigate = useNavigate({ from: '/groups/$groupId/manage/$section' })
  const change = (changed: ManageSearch) => void navigate({ search: { ...search, ...changed }, replace: true })
  return (
    <Group gap="sm" align="end">
      <SearchField
        label={t('members.search')}
        value={search.search ?? ''}
        onChange={(text) => change({ search: text || undefined })}
      />
      <FilterSelect
        label={t('members.role')}
        value={search.role}
        choices={[
          ...roles.map(({ id, name }) => ({ value: id, label: name })),
          { value: NO_ROLE, label: t('members.noRole') },
        ]}
        all={t('members.anyRole')}
        onChange={(role) => change({ role })}
      />
      <FilterSelect
        label={t('members.sort')}
        value={search.sort ?? 'JOINED_AT_ASCENDING'}
        choices={MEMBER_SORTS.map((value) => ({ value, label: t(`members.sorts.${value}`) }))}
        onChange={(sort) => change({ sort })}
      />
    </Group>
  )
}
