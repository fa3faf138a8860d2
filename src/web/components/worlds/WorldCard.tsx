import { Box, Card, Group, Text } from '@mantine/core'
import { IconHeart, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../formats.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { Picture } from '../Picture.tsx'
import { CardLink } from '../RouteLink.tsx'

export const WORLD_CARD = graphql(`
  fragment WorldCard on World {
    id
    name
    thumbnailUrl
    occupantCount
    favoriteCount
    author {
      id
      displayName
    }
  }
`)

export const WORLD_LIST = graphql(`
  fragment WorldList on WorldConnection {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    edges {
      cursor
      node {
        id
        ...WorldCard
      }
    }
  }
`)

/** Numbers of columns of a grid of worlds. */
export const WORLD_COLUMNS = { base: 2, sm: 3, lg: 4, xl: 6 }

interface WorldCardProps {
  readonly world: FragmentType<typeof WORLD_CARD>
  /** Over the picture, such as a badge. */
  readonly badge?: ReactNode
}

/** A world in a grid: its picture is the point. */
export function WorldCard({ world, badge }: WorldCardProps) {
  const { t, i18n } = useTranslation()
  const { id, name, thumbnailUrl, occupantCount, favoriteCount, author } = getFragmentData(WORLD_CARD, world)
  const count = (value: number) => formatNumber(i18n.language, value)
  return (
    <Card padding="xs" radius="md" withBorder pos="relative">
      <Card.Section>
        <Picture url={thumbnailUrl} ratio={16 / 10} />
        {badge && (
          <Box pos="absolute" top={8} left={8}>
            {badge}
          </Box>
        )}
      </Card.Section>
      <CardLink to="/worlds/$worldId" params={{ worldId: id }} size="sm" mt="xs" truncate>
        {name}
      </CardLink>
      <Text size="xs" c="dimmed" truncate>
        {author ? t('world.by', { name: author.displayName }) : ' '}
      </Text>
      <Group gap="sm" mt={4}>
        <Group gap={4} aria-label={t('world.occupants', { count: occupantCount })} role="img">
          <IconUsers size={14} aria-hidden />
          <Text size="xs">{count(occupantCount)}</Text>
        </Group>
        <Group gap={4} aria-label={t('world.favorites', { count: favoriteCount })} role="img">
          <IconHeart size={14} aria-hidden />
          <Text size="xs">{count(favoriteCount)}</Text>
        </Group>
      </Group>
    </Card>
  )
}
