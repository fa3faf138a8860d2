import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconHeart, IconHeartFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { FavoriteGroupName } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { useAct } from '../../graph/useAct.ts'
import { RefusalAlert } from '../RefusalAlert.tsx'

export const FAVORITE_WORLD = graphql(`
  fragment FavoriteWorld on World {
    id
    favoriteCount
    favorite {
      id
      group {
        id
        displayName
      }
    }
  }
`)

const GROUPS = graphql(`
  query FavoriteGroupsOfWorlds {
    viewer {
      id
      favoriteGroups(first: 20, type: WORLD) {
        edges {
          cursor
          node {
            id
            name
            displayName
            favoriteCount
            capacity
          }
        }
      }
    }
  }
`)

const ADD_FAVORITE = graphql(`
  mutation AddFavoriteWorld($input: AddFavoriteInput!) {
    addFavorite(input: $input) {
      favorite {
        id
        target {
          ... on World {
            ...FavoriteWorld
          }
        }
        group {
          id
          favoriteCount
        }
      }
    }
  }
`)

const REMOVE_FAVORITE = graphql(`
  mutation RemoveFavoriteWorld($input: RemoveFavoriteInput!) {
    removeFavorite(input: $input) {
      deletedFavoriteId
      favoriteGroup {
        id
        favoriteCount
      }
      target {
        ... on World {
          ...FavoriteWorld
        }
      }
    }
  }
`)

/** Puts a world into one of the viewer's groups of favorites, or takes it out again. */
export function FavoriteWorld({ world }: { readonly world: FragmentType<typeof FAVORITE_WORLD> }) {
  const { t } = useTranslation('places')
  const { id, favorite } = getFragmentData(FAVORITE_WORLD, world)
  const remove = useAct(REMOVE_FAVORITE)
  if (!favorite) return <AddMenu worldId={id} />
  return (
    <Button
      variant="light"
      leftSection={<IconHeartFilled size={18} aria-hidden />}
      loading={remove.isBusy}
      onClick={() => void remove.act({ input: { favoriteId: favorite.id } })}
    >
      {t('favorite.remove', { group: favorite.group.displayName })}
    </Button>
  )
}

function AddMenu({ worldId }: { readonly worldId: string }) {
  const { t } = useTranslation('places')
  const { data, refusal, reload } = usePanel(GROUPS, {})
  const add = useAct(ADD_FAVORITE)
  const put = (group: FavoriteGroupName) => void add.act({ input: { targetId: worldId, group } })
  const groups = data?.viewer?.favoriteGroups.edges.map(({ node }) => node) ?? []
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconHeart size={18} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          loading={add.isBusy}
        >
          {t('favorite.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {refusal && <RefusalAlert refusal={refusal} onRetry={reload} />}
        {groups.map(({ id, name, displayName, favoriteCount, capacity }) => (
          <Menu.Item key={id} disabled={(favoriteCount ?? 0) >= capacity} onClick={() => put(name)}>
            {t('favorite.group', { name: displayName, count: favoriteCount ?? 0, capacity })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
