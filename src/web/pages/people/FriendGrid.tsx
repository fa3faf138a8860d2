import { Paper, SimpleGrid, Skeleton } from '@mantine/core'
import { type FRIEND_ROW, FriendRow } from '../../components/people/FriendRow.tsx'
import type { FragmentType } from '../../generated/index.ts'

interface FriendGridProps {
  readonly friends: readonly ({ readonly id: string } & FragmentType<typeof FRIEND_ROW>)[]
  /** Id of the instance that the viewer is in; null for none. */
  readonly here: string | null
}

export const FriendGrid = ({ friends, here }: FriendGridProps) => (
  <SimpleGrid component="ul" className="plainList" cols={{ base: 1, lg: 2, xl: 3 }} spacing="xs" verticalSpacing="xs">
    {friends.map((friend) => (
      <Paper component="li" key={friend.id} withBorder radius="md" px="sm" py="xs">
        <FriendRow person={friend} here={here} />
      </Paper>
    ))}
  </SimpleGrid>
)

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f']

export const FriendGridSkeleton = () => (
  <SimpleGrid cols={{ base: 1, lg: 2, xl: 3 }} spacing="xs" verticalSpacing="xs" aria-hidden>
    {ROWS.map((row) => (
      <Skeleton key={row} h={60} radius="md" />
    ))}
  </SimpleGrid>
)
