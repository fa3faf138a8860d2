import { Group, Stack } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FilterSelect } from '../../components/FilterSelect.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { SearchField } from '../../components/SearchField.tsx'
import { AllFriends } from './AllFriends.tsx'
import { GroupFriends } from './GroupFriends.tsx'
import type { PeopleSearch } from './search.ts'
import { useFriendGroups } from './useFriendGroups.ts'

/** The viewer's friends, those who are online first. */
export function FriendsTab() {
  const { t } = useTranslation('people')
  const { search = '', group } = useSearch({ from: '/shell/people' })
  const navigate = useNavigate({ from: '/people' })
  const { groups, refusal, reload } = useFriendGroups()
  const change = (changed: PeopleSearch) => void navigate({ search: { search, group, ...changed }, replace: true })
  const chosen = groups?.find(({ name }) => name === group)
  return (
    <Stack gap="md">
      <Group gap="sm" align="end">
        <SearchField
          label={t('friends.search')}
          value={search}
          onChange={(text) => change({ search: text || undefined })}
        />
        <FilterSelect
          label={t('friends.group')}
          value={group}
          choices={(groups ?? []).map(({ name, displayName }) => ({ value: name, label: displayName }))}
          all={t('friends.allGroups')}
          onChange={(name) => change({ group: name })}
        />
      </Group>
      {refusal && !groups && <RefusalAlert refusal={refusal} onRetry={reload} />}
      {group ? chosen && <GroupFriends groupId={chosen.id} search={search} /> : <AllFriends search={search} />}
    </Stack>
  )
}
