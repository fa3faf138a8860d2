import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Refusal } from '../graph/refusal.ts'
import { LoadMore, type PageInfo } from './LoadMore.tsx'
import { RefusalAlert } from './RefusalAlert.tsx'

export interface CountedListProps {
  /** Undefined until it was read. */
  readonly list: { readonly totalCount: number; readonly pageInfo: PageInfo } | null | undefined
  readonly refusal: Refusal | null
  readonly onRetry: () => void
  /** Reads the page after a cursor. */
  readonly onMore: (after: string) => Promise<void>
  /** Says how many there are, or that there is none. */
  readonly countText: (count: number) => string
  /** Beside the number. */
  readonly aside?: ReactNode
  /** Stands for the list while it is read. */
  readonly skeleton: ReactNode
  readonly children: ReactNode
}

/** A list that is read page after page, below the number of its entries. */
export function CountedList({
  list,
  refusal,
  onRetry,
  onMore,
  countText,
  aside,
  skeleton,
  children,
}: CountedListProps) {
  if (!list) return refusal ? <RefusalAlert refusal={refusal} onRetry={onRetry} /> : skeleton
  return (
    <Stack gap="sm">
      {refusal && <RefusalAlert refusal={refusal} onRetry={onRetry} />}
      <Group justify="space-between">
        <Text size="sm" role="status">
          {countText(list.totalCount)}
        </Text>
        {aside}
      </Group>
      {children}
      <LoadMore pageInfo={list.pageInfo} onMore={onMore} />
    </Stack>
  )
}
