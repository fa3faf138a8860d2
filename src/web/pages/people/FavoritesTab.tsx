import { Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ClearGroup } from '../../components/favorites/ClearGroup.tsx'
import { RenameGroup } from '../../components/favorites/RenameGroup.tsx'
import { Panel } from '../../components/Panel.tsx'
import { FriendRow } from '../../components/people/FriendRow.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import { FriendGridSkeleton } from './FriendGrid.tsx'
import { friendGroupOf } from './search.ts'
import { type FavoriteGroup, useFavoriteGroups } from './useFavoriteFriends.ts'
import type { FriendGroup } from './useFriendGroups.ts'

/** The groups of favorite friends. */
export function FavoritesTab() {
  const { t } = useTranslation('people')
  const { groups, here, refusal, reload } = useFavoriteGroups()
  if (refusal && !groups) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (!groups) return <FriendGridSkeleton />
  return (
    <Stack gap="sm">
      <RouteLink to="/favorites" search={{ kind: 'friends' }} size="sm" style={{ alignSelf: 'end' }}>
        {t('favorites.manage')}
      </RouteLink>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        {groups.map((group) => (
          <FavoriteGroupPanel key={group.id} group={group} here={here} />
        ))}
      </SimpleGrid>
    </Stack>
  )
}

interface FavoriteGroupPanelProps {
  readonly group: FavoriteGroup
  /** Id of the instance that the viewer is in; null for none. */
  readonly here: string | null
}

function FavoriteGroupPanel({ group, here }: FavoriteGroupPanelProps) {
  const { t } = useTranslation('people')
  const { friends, pageInfo } = group
  return (
    <Panel
      title={group.displayName}
      aside={<GroupActs group={group} />}
      empty={friends?.length === 0 && t('favorites.empty')}
    >
      <Stack component="ul" className="plainList" gap="sm">
        {friends?.map((friend) => (
          <li key={friend.id}>
            <FriendRow person={friend} here={here} />
          </li>
        ))}
      </Stack>
      {pageInfo?.hasNextPage && (
        <RouteLink to="/people" search={{ group: friendGroupOf(group.name) }} size="sm">
          {t('favorites.all')}
        </RouteLink>
      )}
    </Panel>
  )
}

/** How full a group is; its name can be changed, and it can be emptied. */
function GroupActs({ group: { name, displayName, favoriteCount, capacity } }: { readonly group: FriendGroup }) {
  const { t } = useTranslation('people')
  const count = favoriteCount ?? 0
  return (
    <Group gap={4} wrap="nowrap">
      <Text size="xs" mr={4} style={{ whiteSpace: 'nowrap' }}>
        {t('favorites.count', { count, capacity })}
      </Text>
      <RenameGroup name={name} displayName={displayName} />
      <ClearGroup name={name} type="FRIEND" displayName={displayName} count={count} />
    </Group>
  )
}
