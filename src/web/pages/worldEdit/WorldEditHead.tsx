import { Box, Group, Image } from '@mantine/core'
import { ownUrl } from '../../components/ownUrl.ts'
import { RouteLink } from '../../components/RouteLink.tsx'
import { ReleaseBadge } from '../../components/worlds/ReleaseBadge.tsx'
import type { WorldEditFragment } from '../../generated/graphql.ts'

/** Which world is changed, and how far it has come. */
export function WorldEditHead({ world }: { readonly world: WorldEditFragment }) {
  const { id, name, thumbnailUrl } = world
  return (
    <Group wrap="nowrap" gap="md">
      <Image src={ownUrl(thumbnailUrl)} alt="" w={96} h={60} radius="md" fit="cover" flex="none" />
      <Box miw={0}>
        <RouteLink
          to="/worlds/$worldId"
          params={{ worldId: id }}
          fw={650}
          size="lg"
          c="inherit"
          display="block"
          truncate
        >
          {name}
        </RouteLink>
        <ReleaseBadge world={world} />
      </Box>
    </Group>
  )
}
