import { Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import type { Refusal } from '../graph/refusal.ts'
import { RefusalAlert } from './RefusalAlert.tsx'

interface PanelProps {
  readonly title: string
  /** Beside the title, such as a count. */
  readonly aside?: ReactNode
  /** By default it shows nothing that is read. */
  readonly isLoading?: boolean
  readonly refusal?: Refusal | null
  readonly onRetry?: () => void
  /** What to do where there is nothing; null while there is something. */
  readonly empty?: ReactNode
  readonly children: ReactNode
}

/** A part of a page that is read, fails and is repeated apart from the others. */
export function Panel({ title, aside, isLoading = false, refusal = null, onRetry, empty, children }: PanelProps) {
  const id = useId()
  return (
    <Paper component="section" aria-labelledby={id} withBorder p="md" radius="lg">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h4" id={id}>
            {title}
          </Title>
          {aside}
        </Group>
        {refusal && <RefusalAlert refusal={refusal} onRetry={onRetry} />}
        {isLoading ? <PanelSkeleton /> : (!refusal && empty && <EmptyText>{empty}</EmptyText>) || children}
      </Stack>
    </Paper>
  )
}

const EmptyText = ({ children }: { readonly children: ReactNode }) => (
  <Text c="dimmed" size="sm" component="div">
    {children}
  </Text>
)

const PanelSkeleton = () => (
  <Stack gap="sm" aria-hidden>
    <Skeleton h={40} />
    <Skeleton h={40} />
    <Skeleton h={40} w="70%" />
  </Stack>
)
