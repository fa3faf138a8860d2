import { Avatar, Box, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ownUrl } from './ownUrl.ts'
import { RouteLink } from './RouteLink.tsx'
import type { SubjectLink } from './subjects.ts'

interface PictureRowProps {
  readonly pictureUrl: string | null | undefined
  readonly title: string
  /** Where the name leads to. */
  readonly page?: SubjectLink | null
  readonly below: ReactNode
}

/** Something in a list that is no person, such as a group, by its picture and name. */
export const PictureRow = ({ pictureUrl, title, page, below }: PictureRowProps) => (
  <Group wrap="nowrap" gap="sm">
    <Avatar src={pictureUrl ? ownUrl(pictureUrl) : null} name={title} radius="md" size={44} alt="" />
    <Box miw={0} flex={1}>
      {page ? (
        <RouteLink {...page} c="inherit" fw={600} size="sm" display="block" truncate>
          {title}
        </RouteLink>
      ) : (
        <Text fw={600} size="sm" truncate>
          {title}
        </Text>
      )}
      <Text size="xs" truncate component="div">
        {below}
      </Text>
    </Box>
  </Group>
)
