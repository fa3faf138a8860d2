import { SimpleGrid, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'

const COLUMNS = { base: 1, xs: 2, md: 3, xl: 4 }

/** Cards of groups. */
export const GroupGrid = ({ children }: { readonly children: ReactNode }) => (
  <SimpleGrid component="ul" className="plainList" cols={COLUMNS} spacing="md" aria-live="polite">
    {children}
  </SimpleGrid>
)

const CARDS = ['a', 'b', 'c', 'd', 'e', 'f']

/** Stands for cards of groups while they are read. */
export const GroupGridSkeleton = () => (
  <SimpleGrid cols={COLUMNS} spacing="md" aria-hidden>
    {CARDS.map((card) => (
      <Skeleton key={card} h={210} radius="lg" />
    ))}
  </SimpleGrid>
)
