import { ActionIcon, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconFolderSymlink, IconHeartFilled, IconHeartOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type GroupFacts, roomIn } from '../../components/favorites/useFavoriteGroups.ts'
import { useFavoriteMoves } from '../../components/favorites/useFavoriteMoves.ts'
import type { FavoriteGroupName } from '../../generated/graphql.ts'

interface ItemMenuProps {
  readonly favorite: { readonly id: string; readonly targetId: string; readonly target: object | null }
  /** Of the target. */
  readonly name: string
  readonly group: FavoriteGroupName
  /** All groups of the kind. */
  readonly groups: readonly GroupFacts[]
}

/** Puts a favorite into another group, or takes it out. */
export function ItemMenu({ favorite: { id, targetId, target }, name, group, groups }: ItemMenuProps) {
  const { t } = useTranslation('favorites')
  const { isBusy, move, remove } = useFavoriteMoves({ favoriteId: id, targetId, group })
  // What the viewer cannot see any longer can be added to no group.
  const others = target ? groups.filter((one) => one.name !== group) : []
  const put = async ({ name: to, displayName }: GroupFacts) => {
    if (await move(to)) notifications.show({ message: t('item.moved', { name, group: displayName }) })
  }
  const takeOut = async () => {
    if (await remove()) notifications.show({ message: t('item.removed', { name }) })
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" aria-label={t('item.menu', { name })} loading={isBusy}>
          <IconHeartFilled size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {others.length > 0 && <Menu.Label>{t('item.move')}</Menu.Label>}
        {others.map((one) => (
          <Menu.Item
            key={one.id}
            leftSection={<IconFolderSymlink size={16} aria-hidden />}
            disabled={roomIn(one) === 0}
            onClick={() => void put(one)}
          >
            {t('group.tab', { name: one.displayName, count: one.favoriteCount ?? 0, capacity: one.capacity })}
          </Menu.Item>
        ))}
        {others.length > 0 && <Menu.Divider />}
        <Menu.Item leftSection={<IconHeartOff size={16} aria-hidden />} onClick={() => void takeOut()}>
          {t('item.remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
