import { Button, type ButtonProps, Group } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type FragmentType, getFragmentData } from '../../generated/index.ts'
import { useAct } from '../../graph/useAct.ts'
import {
  ACCEPT_FRIEND_REQUEST,
  DELETE_FRIEND_REQUEST,
  FRIEND,
  PERSON_RELATION,
  REMOVE_PLAYER_MODERATION,
} from './relation.ts'

interface RelationButtonsProps extends Pick<ButtonProps, 'size'> {
  readonly person: FragmentType<typeof PERSON_RELATION>
}

/** What comes next between the viewer and a person: asking, answering, taking back, ending a block. */
export function RelationButtons({ person, size = 'sm' }: RelationButtonsProps) {
  const { t } = useTranslation('people')
  const data = getFragmentData(PERSON_RELATION, person)
  const { id, displayName, isFriend, isViewer, friendRequest, friendRequestStatus, viewerCanBefriend } = data
  const befriend = useAct(FRIEND)
  const accept = useAct(ACCEPT_FRIEND_REQUEST)
  const drop = useAct(DELETE_FRIEND_REQUEST)
  const unblock = useAct(REMOVE_PLAYER_MODERATION)
  const input = { userId: id }
  const named = (act: 'accept' | 'decline' | 'takeBack' | 'add' | 'unblock') => ({
    size,
    'aria-label': t('relation.of', { act: t(`relation.${act}`), name: displayName }),
    children: t(`relation.${act}`),
  })
  const ask = { loading: befriend.isBusy, onClick: () => void befriend.act({ input }) }
  // By the id of the request: one that its sender has taken back in the meantime is refused.
  const answer = {
    loading: accept.isBusy,
    onClick: () => void accept.act({ input: { friendRequestId: friendRequest?.id ?? '' } }),
  }
  const takeAway = { loading: drop.isBusy, onClick: () => void drop.act({ input }), variant: 'default' }

  if (isViewer) return null
  if (data.viewerHasBlocked) {
    const end = () => void unblock.act({ input: { ...input, type: 'BLOCK' } })
    return <Button variant="default" loading={unblock.isBusy} onClick={end} {...named('unblock')} />
  }
  if (isFriend) return null
  if (friendRequestStatus === 'OUTGOING') return <Button {...takeAway} {...named('takeBack')} />
  if (friendRequestStatus === 'INCOMING')
    return (
      <Group gap="xs" wrap="nowrap">
        <Button {...answer} {...named('accept')} />
        <Button {...takeAway} {...named('decline')} />
      </Group>
    )
  if (!viewerCanBefriend) return null
  return <Button variant="light" leftSection={<IconUserPlus size={16} aria-hidden />} {...ask} {...named('add')} />
}
