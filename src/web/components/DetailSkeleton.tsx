import { Group, Skeleton, Stack } from '@mantine/core'

/** Stands for the head of a page about one thing while it is read. */
export const DetailSkeleton = () => (
  <Group wrap="nowrap" align="start" gap="md" aria-hidden>
    <Skeleton h={180} maw={320} radius="lg" />
    <Stack flex={1} gap="sm">
      <Skeleton h={32} maw={280} />
      <Skeleton h={16} maw={180} />
      <Skeleton h={36} maw={220} />
    </Stack>
  </Group>
)
