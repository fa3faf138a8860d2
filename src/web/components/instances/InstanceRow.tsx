import { Avatar, Badge, Box, Group, Progress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { PersonAvatar } from '../people/PersonAvatar.tsx'
import { RouteLink } from '../RouteLink.tsx'
import { InstanceActs } from './InstanceActs.tsx'

export const INSTANCE_ROW = graphql(`
  fragment InstanceRow on Instance {
    id
    name
    displayName
    type
    groupAccess
    region
    occupantCount
    capacity
    group {
      id
      name
    }
    friends(first: 5) {
      totalCount
      edges {
        cursor
        node {
          id
          displayName
          ...PersonAvatar
        }
      }
    }
    ...InstanceActs
  }
`)

/** A live instance of a world: who may enter, how full it is, and which friends are in it. */
export function InstanceRow({ instance }: { readonly instance: FragmentType<typeof INSTANCE_ROW> }) {
  const { t } = useTranslation('places')
  const data = getFragmentData(INSTANCE_ROW, instance)
  const { id, name, displayName, type, region, occupantCount, capacity, group, friends } = data
  return (
    <Group wrap="nowrap" gap="sm" align="center">
      <Box flex={1} miw={0}>
        <Group gap="xs" wrap="nowrap">
          <RouteLink to="/instances/$instanceId" params={{ instanceId: id }} c="inherit" fw={600} size="sm" truncate>
            {displayName ?? `#${name}`}
          </RouteLink>
          <Badge variant="light" color="gray" tt="none" fw={500}>
            {group ? group.name : t(`types.${type}`)}
          </Badge>
          <Text size="xs" visibleFrom="xs">
            {region}
          </Text>
        </Group>
        <Group gap="xs" mt={4} wrap="nowrap">
          <Progress
            value={capacity > 0 ? (100 * occupantCount) / capacity : 0}
            w={72}
            aria-label={t('occupants', { count: occupantCount, capacity })}
          />
          <Text size="xs">{t('occupants', { count: occupantCount, capacity })}</Text>
        </Group>
        {friends.totalCount > 0 && (
          <Group gap="xs" mt={6}>
            <Avatar.Group spacing="xs">
              {friends.edges.map(({ node }) => (
                <PersonAvatar key={node.id} person={node} size={24} />
              ))}
            </Avatar.Group>
            <Text size="xs">{friends.edges.map(({ node }) => node.displayName).join(', ')}</Text>
          </Group>
        )}
      </Box>
      <InstanceActs instance={data} />
    </Group>
  )
}
