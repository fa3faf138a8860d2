import { SimpleGrid } from '@mantine/core'
import type { ReactNode } from 'react'
import { GridSkeleton } from '../GridSkeleton.tsx'

const COLUMNS = { base: 2, sm: 3, md: 4, xl: 6 }

/** Cards of props, each within a list item. */
export const PropGrid = ({ children }: { readonly children: ReactNode }) => (
  <SimpleGrid component="ul" className="plainList" cols={COLUMNS} spacing="md">
    {children}
  </SimpleGrid>
)

/** Stands for a grid of props while it is read. */
export const PropGridSkeleton = () => <GridSkeleton cols={COLUMNS} cardHeight={220} />
