import { ActionIcon, Group, SimpleGrid, Stack, Text, Tooltip } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../components/askFirst.tsx'
import { Panel } from '../../components/Panel.tsx'
import { FriendRow } from '../../components/people/FriendRow.tsx'
import { CLEAR_FAVORITE_FRIENDS } from '../../components/people/favorites.ts'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import { useAct } from '../../graph/useAct.ts'
import { FriendGridSkeleton } from './FriendGrid.tsx'
import { RenameGroup } from './RenameGroup.tsx'
import { friendGroupOf } from './search.ts'
import { type FavoriteGroup, useFavoriteGroups } from './useFavoriteFriends.ts'
import type { FriendGroup } from './useFriendGroups.ts'

/** The groups of favorite friends. */
export function FavoritesTab() {
  const { groups, here, refusal, reload } = useFavoriteGroups()
  if (refusal && !groups) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (!groups) return <FriendGridSkeleton />
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
      {groups.map((group) => (
        <FavoriteGroupPanel key={group.id} group={group} here={here} />
      ))}
    </SimpleGrid>
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
  const { t: common } = useTranslation()
  const clear = useAct(CLEAR_FAVORITE_FRIENDS)
  const count = favoriteCount ?? 0
  const label = t('favorites.clear', { name: displayName })
  const empty = async () => {
    const question = {
      title: t('ask.clear.title', { name: displayName }),
      text: t('ask.clear.text', { count }),
      confirm: t('favorites.clearAct'),
      cancel: common('cancel'),
    }
    if (!(await askFirst(question))) return
    if (await clear.act({ input: { group: name } }))
      notifications.show({ message: t('favorites.cleared', { name: displayName }) })
  }
  return (
    <Group gap={4} wrap="nowrap">
      <Text size="xs" mr={4} style={{ whiteSpace: 'nowrap' }}>
        {t('favorites.count', { count, capacity })}
      </Text>
      <RenameGroup name={name} displayName={displayName} />
      {count > 0 && (
        <Tooltip label={label}>
          <ActionIcon variant="default" aria-label={label} loading={clear.isBusy} onClick={() => void empty()}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  )
}
