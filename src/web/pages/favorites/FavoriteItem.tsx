import { Box, Card, Group, Paper, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AvatarCard } from '../../components/avatars/AvatarCard.tsx'
import type { GroupFacts } from '../../components/favorites/useFavoriteGroups.ts'
import { FriendRow } from '../../components/people/FriendRow.tsx'
import { WorldCard } from '../../components/worlds/WorldCard.tsx'
import type { FavoriteGroupName, FavoriteListFragment, WornAvatarsFragment } from '../../generated/graphql.ts'
import { ItemMenu } from './ItemMenu.tsx'

type Favorite = FavoriteListFragment['edges'][number]['node']

interface FavoriteItemProps {
  readonly favorite: Favorite
  readonly group: FavoriteGroupName
  /** All groups of the kind. */
  readonly groups: readonly GroupFacts[]
  readonly worn: WornAvatarsFragment | null
  /** Id of the instance that the viewer is in; null for none. */
  readonly here: string | null
}

/** A favorite with the menu that takes it out, or puts it into another group. */
export function FavoriteItem({ favorite, group, groups, worn, here }: FavoriteItemProps) {
  const { t } = useTranslation('favorites')
  const { target } = favorite
  const menu = (name: string) => <ItemMenu favorite={favorite} name={name} group={group} groups={groups} />
  if (!target)
    return (
      <Card padding="xs" radius="md" withBorder pos="relative" h="100%" mih={120}>
        <Text size="sm" c="dimmed" ta="center">
          {t('gone')}
        </Text>
        <OnCard>{menu(t('gone'))}</OnCard>
      </Card>
    )
  if (target.__typename === 'User')
    return (
      <Paper withBorder radius="md" px="sm" py="xs">
        <Group gap={4} wrap="nowrap">
          <Box flex={1} miw={0}>
            <FriendRow person={target} here={here} />
          </Box>
          {menu(target.displayName)}
        </Group>
      </Paper>
    )
  return (
    <Box pos="relative">
      {target.__typename === 'World' ? <WorldCard world={target} /> : <AvatarCard avatar={target} worn={worn} />}
      <OnCard>{menu(target.name)}</OnCard>
    </Box>
  )
}

/** Above the link that covers a card. */
const OnCard = ({ children }: { readonly children: React.ReactNode }) => (
  <Box pos="absolute" top={8} right={8} style={{ zIndex: 2 }}>
    {children}
  </Box>
)
