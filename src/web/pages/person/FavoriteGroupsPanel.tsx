import { Badge, Box, Group, SimpleGrid, Text } from '@mantine/core'
import { IconHanger, IconPlanet, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ListPanel } from '../../components/ListPanel.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import { TagList } from '../../components/TagList.tsx'
import type { FavoriteType, PersonFavoriteGroupFragment } from '../../generated/graphql.ts'
import { getFragmentData, graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'

const FAVORITE_GROUP = graphql(`
  fragment PersonFavoriteGroup on FavoriteGroup {
    id
    name
    displayName
    type
    visibility
    tags
    favoriteCount
    capacity
  }
`)

const FAVORITE_GROUPS = graphql(`
  query PersonFavoriteGroups($personId: ID!, $after: String) {
    user(id: $personId) {
      id
      favoriteGroups(first: 12, after: $after) {
        pageInfo {
          hasNextPage
          endCursor
        }
        edges {
          cursor
          node {
            id
            ...PersonFavoriteGroup
          }
        }
      }
    }
  }
`)

const ICONS = { FRIEND: IconUsers, AVATAR: IconHanger, WORLD: IconPlanet } as const

/** As the address of the favorites names them. */
const KINDS = { FRIEND: 'friends', AVATAR: 'avatars', WORLD: 'worlds' } as const satisfies Readonly<
  Record<FavoriteType, string>
>

interface FavoriteGroupsPanelProps {
  readonly personId: string
  readonly isViewer: boolean
}

/** What a person calls their groups of favorites, and what these are about; what is in them, only the person sees. */
export function FavoriteGroupsPanel({ personId, isViewer }: FavoriteGroupsPanelProps) {
  const { t } = useTranslation('person')
  const { data, refusal, reload, fetchMore } = usePanel(FAVORITE_GROUPS, { personId })
  const groups = data?.user?.favoriteGroups
  return (
    <ListPanel
      title={t('favoriteGroups.title')}
      list={groups}
      refusal={refusal}
      onRetry={reload}
      onMore={(after) => fetchMore({ personId, after })}
      empty={t('favoriteGroups.empty')}
    >
      <SimpleGrid component="ul" className="plainList" cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
        {groups?.edges.map(({ node }) => (
          <li key={node.id}>
            <FavoriteGroupRow group={getFragmentData(FAVORITE_GROUP, node)} isOwn={isViewer} />
          </li>
        ))}
      </SimpleGrid>
    </ListPanel>
  )
}

interface FavoriteGroupRowProps {
  readonly group: PersonFavoriteGroupFragment
  readonly isOwn: boolean
}

function FavoriteGroupRow({ group, isOwn }: FavoriteGroupRowProps) {
  const { t } = useTranslation('person')
  const { name, displayName, type, visibility, tags, favoriteCount, capacity } = group
  const TypeIcon = ICONS[type]
  const look = { size: 'sm', fw: 600, display: 'block' } as const
  return (
    <Group gap="sm" wrap="nowrap" align="start">
      <TypeIcon size={20} stroke={1.6} aria-hidden style={{ flexShrink: 0 }} />
      <Box flex={1} miw={0}>
        {isOwn ? (
          <RouteLink to="/favorites" search={{ kind: KINDS[type], group: name }} c="inherit" {...look}>
            {displayName}
          </RouteLink>
        ) : (
          <Text {...look}>{displayName}</Text>
        )}
        <Text size="xs" c="dimmed">
          {t(`favoriteGroups.types.${type}`)}
          {typeof favoriteCount === 'number' && ` · ${t('favoriteGroups.count', { count: favoriteCount, capacity })}`}
        </Text>
        <TagList tags={tags} />
      </Box>
      {isOwn && (
        <Badge variant="default" flex="none">
          {t(`favoriteGroups.visibilities.${visibility}`)}
        </Badge>
      )}
    </Group>
  )
}
