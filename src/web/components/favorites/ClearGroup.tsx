import { ActionIcon, Tooltip } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { FavoriteGroupName, FavoriteType } from '../../generated/graphql.ts'
import { useAct } from '../../graph/useAct.ts'
import { askFirst } from '../askFirst.tsx'
import { CLEAR_FAVORITE_GROUP } from './documents.ts'
import { useTakeOutFavorites } from './useTakeOutFavorites.ts'

interface ClearGroupProps {
  readonly name: FavoriteGroupName
  readonly type: FavoriteType
  readonly displayName: string
  /** Number of favorites in the group. */
  readonly count: number
}

/** Takes all favorites out of a group, which is asked first. */
export function ClearGroup({ name, type, displayName, count }: ClearGroupProps) {
  const { t } = useTranslation('favorites')
  const { t: common } = useTranslation()
  const clear = useAct(CLEAR_FAVORITE_GROUP)
  const takeOut = useTakeOutFavorites()
  const label = t('group.clear', { name: displayName })
  const empty = async () => {
    const question = {
      title: t('clear.title', { name: displayName }),
      text: t(`clear.texts.${type}`, { count }),
      confirm: t('clear.confirm'),
      cancel: common('cancel'),
    }
    if (!(await askFirst(question))) return
    const done = await clear.act({ input: { group: name } })
    if (!done) return
    takeOut(done.clearFavoriteGroup, done.clearFavoriteGroup.deletedFavoriteIds)
    notifications.show({ message: t('clear.done', { name: displayName }) })
  }
  if (count === 0) return null
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" aria-label={label} loading={clear.isBusy} onClick={() => void empty()}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
