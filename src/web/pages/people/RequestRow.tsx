import { Box, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Ago } from '../../components/Ago.tsx'
import { type PERSON_CHIP, PersonChip } from '../../components/people/PersonChip.tsx'
import type { FragmentType } from '../../generated/index.ts'

interface RequestRowProps {
  readonly person: FragmentType<typeof PERSON_CHIP>
  /** When the request was sent; ISO 8601. */
  readonly time: string
  /** What can be done about it. */
  readonly children: ReactNode
}

/** The other person of a friend request. */
export const RequestRow = ({ person, time, children }: RequestRowProps) => (
  <Group component="li" gap="xs">
    <Box flex="1 1 180px" miw={0}>
      <PersonChip person={person} below={<Ago time={time} />} />
    </Box>
    <Group gap="xs" wrap="nowrap">
      {children}
    </Group>
  </Group>
)
