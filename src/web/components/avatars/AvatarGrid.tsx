import { SimpleGrid } from '@mantine/core'
import type { WornAvatarsFragment } from '../../generated/graphql.ts'
import type { FragmentType } from '../../generated/index.ts'
import { GridSkeleton } from '../GridSkeleton.tsx'
import { type AVATAR_CARD, AvatarCard } from './AvatarCard.tsx'

interface AvatarGridProps {
  readonly avatars: readonly ({ readonly id: string } & FragmentType<typeof AVATAR_CARD>)[]
  /** What the viewer wears; null while it is unknown. */
  readonly worn: WornAvatarsFragment | null
}

/** Numbers of columns of a grid of avatars. */
export const AVATAR_COLUMNS = { base: 2, sm: 3, md: 4, xl: 6 }

/** Avatars with large pictures; the one that is worn is marked. */
export const AvatarGrid = ({ avatars, worn }: AvatarGridProps) => (
  <SimpleGrid component="ul" className="plainList" cols={AVATAR_COLUMNS} spacing="md">
    {avatars.map((avatar) => (
      <li key={avatar.id}>
        <AvatarCard avatar={avatar} worn={worn} />
      </li>
    ))}
  </SimpleGrid>
)

/** Stands for a grid of avatars while it is read. */
export const AvatarGridSkeleton = () => <GridSkeleton cols={AVATAR_COLUMNS} cardHeight={240} />
