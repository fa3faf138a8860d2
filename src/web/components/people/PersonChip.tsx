import { Box, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { RowLink } from '../RouteLink.tsx'
import { PersonAvatar } from './PersonAvatar.tsx'

export const PERSON_CHIP = graphql(`
  fragment PersonChip on User {
    id
    displayName
    statusDescription
    ...PersonAvatar
  }
`)

interface PersonChipProps {
  readonly person: FragmentType<typeof PERSON_CHIP>
  /** Below the name; the person's own text about their status by default. */
  readonly below?: ReactNode
  /** At the end of the row. */
  readonly children?: ReactNode
}

/** A person in a list. */
export function PersonChip({ person, below, children }: PersonChipProps) {
  const data = getFragmentData(PERSON_CHIP, person)
  return (
    <Group wrap="nowrap" gap="sm">
      <PersonAvatar person={data} />
      <Box flex={1} miw={0}>
        <RowLink to="/people/$personId" params={{ personId: data.id }}>
          {data.displayName}
        </RowLink>
        <Text size="xs" c="dimmed" truncate component="div">
          {below ?? data.statusDescription}
        </Text>
      </Box>
      {children}
    </Group>
  )
}
