import type { ApolloCache } from '@apollo/client'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import type { PersonRelationFragment } from '../../generated/graphql.ts'
import { useAct } from '../../graph/useAct.ts'
import { askFirst } from '../askFirst.tsx'
import { ADD_PLAYER_MODERATION, REMOVE_PLAYER_MODERATION, UNFRIEND } from './relation.ts'

interface RelationActs {
  readonly isBusy: boolean
  readonly toggleMute: () => void
  readonly block: () => void
  readonly unblock: () => void
  readonly unfriend: () => void
}

/** Mutes, blocks and the end of a friendship. What cuts people off is asked first. */
export function useRelationActs({ id, displayName: name, viewerHasMuted }: PersonRelationFragment): RelationActs {
  const { t } = useTranslation('people')
  const { t: common } = useTranslation()
  const add = useAct(ADD_PLAYER_MODERATION)
  const remove = useAct(REMOVE_PLAYER_MODERATION)
  const unfriend = useAct(UNFRIEND)
  const ask = (act: 'block' | 'unfriend') =>
    askFirst({
      title: t(`ask.${act}.title`, { name }),
      text: t(`ask.${act}.text`, { name }),
      confirm: t(`relation.${act}`),
      cancel: common('cancel'),
    })
  const say = (text: 'muted' | 'unmuted' | 'blocked' | 'unblocked' | 'unfriended') => (result: object | null) => {
    if (result) notifications.show({ message: t(`done.${text}`, { name }) })
  }
  const toggleMute = () => {
    const input = { userId: id, type: 'MUTE' } as const
    const guess = (cache: ApolloCache) => {
      cache.modify({ id: `User:${id}`, fields: { viewerHasMuted: () => !viewerHasMuted } })
    }
    void (viewerHasMuted
      ? remove.act({ input }, guess).then(say('unmuted'))
      : add.act({ input }, guess).then(say('muted')))
  }
  const block = async () => {
    if (await ask('block')) say('blocked')(await add.act({ input: { userId: id, type: 'BLOCK' } }))
  }
  const end = async () => {
    if (await ask('unfriend')) say('unfriended')(await unfriend.act({ input: { userId: id } }))
  }
  return {
    isBusy: add.isBusy || remove.isBusy || unfriend.isBusy,
    toggleMute,
    block: () => void block(),
    unblock: () => void remove.act({ input: { userId: id, type: 'BLOCK' } }).then(say('unblocked')),
    unfriend: () => void end(),
  }
}
