import { Paper, SimpleGrid } from '@mantine/core'
import { GridSkeleton } from '../../components/GridSkeleton.tsx'
import { type FRIEND_ROW, FriendRow } from '../../components/people/FriendRow.tsx'
import type { FragmentType } from '../../generated/index.ts'

/** Numbers of columns of a grid of people. */
export const FRIEND_COLUMNS = { base: 1, lg: 2, xl: 3 }

interface FriendGridProps {
  readonly friends: readonly ({ readonly id: string } & FragmentType<typeof FRIEND_ROW>)[]
  /** Id of the instance that the viewer is in; null for none. */
  readonly here: string | null
}

export const FriendGrid = ({ friends, here }: FriendGridProps) => (
  <SimpleGrid component="ul" className="plainList" cols={FRIEND_COLUMNS} spacing="xs" verticalSpacing="xs">
    {friends.map((friend) => (
      <Paper component="li" key={friend.id} withBorder radius="md" px="sm" py="xs">
        <FriendRow person={friend} here={here} />
      </Paper>
    ))}
  </SimpleGrid>
)

/** Stands for rows of people while they are read. */
export const FriendGridSkeleton = () => <GridSkeleton cols={FRIEND_COLUMNS} spacing="xs" cardHeight={60} />
