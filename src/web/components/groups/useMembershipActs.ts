import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import type { GroupStandingFragment } from '../../generated/graphql.ts'
import { useAct } from '../../graph/useAct.ts'
import { askFirst } from '../askFirst.tsx'
import {
  BLOCK_GROUP,
  CANCEL_GROUP_REQUEST,
  DECLINE_GROUP_INVITE,
  JOIN_GROUP,
  LEAVE_GROUP,
  REPRESENT_GROUP,
  UNBLOCK_GROUP,
} from './membership.ts'

/** What the viewer can do about being in a group; what cuts them off is asked first. `viewerId` is that of their user. */
export function useMembershipActs({ id: groupId, name }: GroupStandingFragment, viewerId: string) {
  const { t } = useTranslation(['groups', 'common'])
  const [join, leave, cancel] = [useAct(JOIN_GROUP), useAct(LEAVE_GROUP), useAct(CANCEL_GROUP_REQUEST)]
  const [decline, block, unblock] = [useAct(DECLINE_GROUP_INVITE), useAct(BLOCK_GROUP), useAct(UNBLOCK_GROUP)]
  const represent = useAct(REPRESENT_GROUP)
  const all = [join, leave, cancel, decline, block, unblock, represent]
  const input = { groupId }
  const ask = (act: 'leave' | 'block') =>
    askFirst({
      title: t(`ask.${act}.title`, { name }),
      text: t(`ask.${act}.text`, { name }),
      confirm: t(`acts.${act}`),
      cancel: t('common:cancel'),
    })
  const say = (text: 'left' | 'blocked' | 'unblocked' | 'declined' | 'cancelled') => (result: object | null) => {
    if (result) notifications.show({ message: t(`done.${text}`, { name }) })
  }
  const end = async () => {
    if (await ask('leave')) say('left')(await leave.act({ input }))
  }
  const cutOff = async () => {
    if (await ask('block')) say('blocked')(await block.act({ input }))
  }
  return {
    isBusy: all.some(({ isBusy }) => isBusy),
    join: () => void join.act({ input }),
    leave: () => void end(),
    cancel: () => void cancel.act({ input }).then(say('cancelled')),
    decline: () => void decline.act({ input }).then(say('declined')),
    block: () => void cutOff(),
    unblock: () => void unblock.act({ input: { groupId, userId: viewerId } }).then(say('unblocked')),
    represent: (isRepresenting: boolean) => void represent.act({ input: { groupId, isRepresenting } }),
  }
}
