import { type MantineSpacing, SimpleGrid, Skeleton, type StyleProp } from '@mantine/core'

interface GridSkeletonProps {
  /** Numbers of columns. */
  readonly cols: StyleProp<number>
  readonly spacing?: MantineSpacing
  /** Height of a card, in pixels. */
  readonly cardHeight: number
}

const CARDS = ['a', 'b', 'c', 'd', 'e', 'f']

/** Stands for a grid of cards while it is read. */
export const GridSkeleton = ({ cols, spacing = 'md', cardHeight }: GridSkeletonProps) => (
  <SimpleGrid cols={cols} spacing={spacing} verticalSpacing={spacing} aria-hidden>
    {CARDS.map((card) => (
      <Skeleton key={card} h={cardHeight} radius="md" />
    ))}
  </SimpleGrid>
)
