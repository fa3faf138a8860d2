import { Menu } from '@mantine/core'
import { IconStarOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { FavoriteGroupName } from '../../generated/graphql.ts'
import { getFragmentData } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { RefusalAlert } from '../RefusalAlert.tsx'
import { FAVORITE_FRIEND_GROUPS, FRIEND_GROUPS } from './favorites.ts'
import { useFavoriteFriend } from './useFavoriteFriend.ts'

interface FavoriteItemsProps {
  readonly personId: string
  /** The group of favorites that the friend is in; null for none. */
  readonly current: FavoriteGroupName | null
}

/** The items of a menu that put a friend into a group of favorites, or out of it. */
export function FavoriteItems({ personId, current }: FavoriteItemsProps) {
  const { t } = useTranslation('people')
  const { data, refusal, reload } = usePanel(FAVORITE_FRIEND_GROUPS, {})
  const { move } = useFavoriteFriend(personId, current)
  const groups = getFragmentData(FRIEND_GROUPS, data?.viewer)?.favoriteGroups.edges.map(({ node }) => node) ?? []
  const choose = async (name: string) => {
    const chosen = groups.find((group) => group.name === name)
    if (chosen && chosen.name !== current) await move(chosen.name)
  }
  return (
    <>
      <Menu.Label>{t('relation.favorites')}</Menu.Label>
      {refusal && <RefusalAlert refusal={refusal} onRetry={reload} />}
      <Menu.RadioGroup value={current ?? ''} onChange={(name) => void choose(name)}>
        {groups.map(({ id, name, displayName, favoriteCount, capacity }) => (
          <Menu.RadioItem
            key={id}
            value={name}
            disabled={name !== current && (favoriteCount ?? 0) >= capacity}
            closeMenuOnClick
          >
            {displayName}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      {current && (
        <Menu.Item leftSection={<IconStarOff size={16} aria-hidden />} onClick={() => void move(null)}>
          {t('relation.noFavorite')}
        </Menu.Item>
      )}
      <Menu.Divider />
    </>
  )
}
