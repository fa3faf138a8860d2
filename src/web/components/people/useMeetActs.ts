import { notifications } from '@mantine/notifications'
import { IconDoorEnter, IconHandClick, IconMailForward, IconSend } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { FriendActsFragment, WhereaboutsKind } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { useAct } from '../../graph/useAct.ts'
import { INVITE_MYSELF_TO, INVITE_USER, REQUEST_INVITE } from '../instances/documents.ts'
import { showSent } from '../instances/showSent.tsx'

export const FRIEND_ACTS = graphql(`
  fragment FriendActs on User {
    id
    displayName
    viewerCanBoop
    viewerCanInvite
    viewerCanRequestInvite
    whereabouts {
      kind
      instanceId
      instance {
        id
        viewerCanEnter
      }
    }
  }
`)

const BOOP = graphql(`
  mutation Boop($input: BoopInput!) {
    boop(input: $input) {
      user {
        id
        viewerCanBoop
      }
    }
  }
`)

export interface MeetAct {
  readonly name: 'join' | 'ask' | 'invite' | 'boop'
  readonly Icon: typeof IconSend
  readonly isBusy: boolean
  readonly run: () => void
}

/** Where there is an instance to be invited to. */
const IN_A_CLIENT: ReadonlySet<WhereaboutsKind> = new Set(['IN_INSTANCE', 'PRIVATE'])

/** Which acts make sense for a friend now. */
function openingsOf(friend: FriendActsFragment, here: string | null): Readonly<Record<MeetAct['name'], boolean>> {
  const { whereabouts, viewerCanBoop, viewerCanInvite, viewerCanRequestInvite } = friend
  const place = whereabouts.instance
  const isHere = place !== null && place !== undefined && place.id === here
  const join = place?.viewerCanEnter === true && !isHere
  return {
    join,
    ask: !join && !isHere && viewerCanRequestInvite && IN_A_CLIENT.has(whereabouts.kind),
    invite: viewerCanInvite && here !== null && !isHere,
    boop: viewerCanBoop,
  }
}

/** How the viewer can meet a friend now. `here` is the id of the instance that the viewer is in; null for none. */
export function useMeetActs(
  person: FragmentType<typeof FRIEND_ACTS> | null | undefined,
  here: string | null,
): readonly MeetAct[] {
  const { t } = useTranslation()
  const friend = getFragmentData(FRIEND_ACTS, person)
  const inviteMyself = useAct(INVITE_MYSELF_TO)
  const requestInvite = useAct(REQUEST_INVITE)
  const inviteUser = useAct(INVITE_USER)
  const boop = useAct(BOOP)
  if (!friend) return []

  const { id, displayName: name, whereabouts } = friend
  const openings = openingsOf(friend, here)
  const invitation = { input: { userId: id, location: here ?? '' } }
  const say = (act: 'join' | 'boop') => (result: object | null) => {
    if (result) notifications.show({ message: t(`acts.${act}Done`, { name }) })
  }
  const saySent = (act: 'ask' | 'invite', sent: { readonly sentInvite: { readonly id: string } } | undefined) => {
    if (sent) showSent(sent.sentInvite.id, t(`acts.${act}Done`, { name }))
  }
  const acts: readonly MeetAct[] = [
    {
      name: 'join',
      Icon: IconDoorEnter,
      isBusy: inviteMyself.isBusy,
      run: () => void inviteMyself.act({ input: { location: whereabouts.instance?.id ?? '' } }).then(say('join')),
    },
    {
      name: 'ask',
      Icon: IconSend,
      isBusy: requestInvite.isBusy,
      run: () => void requestInvite.act({ input: { userId: id } }).then((done) => saySent('ask', done?.requestInvite)),
    },
    {
      name: 'invite',
      Icon: IconMailForward,
      isBusy: inviteUser.isBusy,
      run: () => void inviteUser.act(invitation).then((done) => saySent('invite', done?.inviteUser)),
    },
    {
      name: 'boop',
      Icon: IconHandClick,
      isBusy: boop.isBusy,
      run: () => void boop.act({ input: { userId: id } }).then(say('boop')),
    },
  ]
  return acts.filter(({ name: act }) => openings[act])
}
