import { SimpleGrid, Skeleton } from '@mantine/core'
import type { WornAvatarsFragment } from '../../generated/graphql.ts'
import type { FragmentType } from '../../generated/index.ts'
import { type AVATAR_CARD, AvatarCard } from './AvatarCard.tsx'

interface AvatarGridProps {
  readonly avatars: readonly ({ readonly id: string } & FragmentType<typeof AVATAR_CARD>)[]
  /** What the viewer wears; null while it is unknown. */
  readonly worn: WornAvatarsFragment | null
}

const COLUMNS = { base: 2, sm: 3, md: 4, xl: 6 }

/** Avatars with large pictures; the one that is worn is marked. */
export const AvatarGrid = ({ avatars, worn }: AvatarGridProps) => (
  <SimpleGrid component="ul" className="plainList" cols={COLUMNS} spacing="md">
    {avatars.map((avatar) => (
      <li key={avatar.id}>
        <AvatarCard avatar={avatar} worn={worn} />
      </li>
    ))}
  </SimpleGrid>
)

const CARDS = ['a', 'b', 'c', 'd', 'e', 'f']

/** Stands for a grid of avatars while it is read. */
export const AvatarGridSkeleton = () => (
  <SimpleGrid cols={COLUMNS} spacing="md" aria-hidden>
    {CARDS.map((card) => (
      <Skeleton key={card} h={240} radius="md" />
    ))}
  </SimpleGrid>
)
