import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconHeart, IconHeartFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { FavoriteGroupName, FavoriteType } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData } from '../../generated/index.ts'
import { useAct } from '../../graph/useAct.ts'
import { RefusalAlert } from '../RefusalAlert.tsx'
import { ADD_FAVORITE, FAVORITE_MARK, REMOVE_FAVORITE } from './documents.ts'
import { roomIn, useFavoriteGroups } from './useFavoriteGroups.ts'

interface FavoriteButtonProps {
  readonly type: FavoriteType
  readonly targetId: string
  /** Null for no favorite. */
  readonly favorite: FragmentType<typeof FAVORITE_MARK> | null
}

/** Puts something into one of the viewer's groups of favorites, or takes it out again. */
export function FavoriteButton({ type, targetId, favorite }: FavoriteButtonProps) {
  const { t } = useTranslation('places')
  const mark = getFragmentData(FAVORITE_MARK, favorite)
  const remove = useAct(REMOVE_FAVORITE)
  if (!mark) return <AddMenu type={type} targetId={targetId} />
  return (
    <Button
      variant="light"
      leftSection={<IconHeartFilled size={18} aria-hidden />}
      loading={remove.isBusy}
      onClick={() => void remove.act({ input: { favoriteId: mark.id } })}
    >
      {t('favorite.remove', { group: mark.group.displayName })}
    </Button>
  )
}

function AddMenu({ type, targetId }: Omit<FavoriteButtonProps, 'favorite'>) {
  const { t } = useTranslation('places')
  const { groups, refusal, reload } = useFavoriteGroups(type)
  const add = useAct(ADD_FAVORITE)
  const put = (group: FavoriteGroupName) => void add.act({ input: { targetId, group } })
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
        {groups?.map((group) => (
          <Menu.Item key={group.id} disabled={roomIn(group) === 0} onClick={() => put(group.name)}>
            {t('favorite.group', {
              name: group.displayName,
              count: group.favoriteCount ?? 0,
              capacity: group.capacity,
            })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
