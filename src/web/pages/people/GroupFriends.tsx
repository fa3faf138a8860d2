import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LoadMore } from '../../components/LoadMore.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { formatNumber } from '../../formats.ts'
import { FriendGrid, FriendGridSkeleton } from './FriendGrid.tsx'
import { useFavoriteFriends } from './useFavoriteFriends.ts'

interface GroupFriendsProps {
  readonly groupId: string
  /** Part of the name; empty for all. */
  readonly search: string
}

/** The friends of one group of favorites. */
export function GroupFriends({ groupId, search }: GroupFriendsProps) {
  const { t, i18n } = useTranslation('people')
  const { friends, pageInfo, here, refusal, reload, loadMore } = useFavoriteFriends(groupId)
  if (refusal && !friends) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (!friends) return <FriendGridSkeleton />
  const text = search.toLocaleLowerCase()
  const shown = friends.filter(({ displayName }) => displayName.toLocaleLowerCase().includes(text))
  const number = formatNumber(i18n.language, shown.length)
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        {shown.length > 0
          ? t('friends.count', { count: shown.length, number })
          : t(friends.length > 0 ? 'friends.noMatch' : 'friends.noneInGroup')}
      </Text>
      <FriendGrid friends={shown} here={here} />
      {pageInfo && <LoadMore pageInfo={pageInfo} onMore={loadMore} />}
    </Stack>
  )
}
