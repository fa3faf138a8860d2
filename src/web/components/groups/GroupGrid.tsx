import { SimpleGrid } from '@mantine/core'
import type { ReactNode } from 'react'
import { GridSkeleton } from '../GridSkeleton.tsx'

const COLUMNS = { base: 1, xs: 2, md: 3, xl: 4 }

/** Cards of groups. */
export const GroupGrid = ({ children }: { readonly children: ReactNode }) => (
  <SimpleGrid component="ul" className="plainList" cols={COLUMNS} spacing="md">
    {children}
  </SimpleGrid>
)

/** Stands for cards of groups while they are read. */
export const GroupGridSkeleton = () => <GridSkeleton cols={COLUMNS} cardHeight={210} />
