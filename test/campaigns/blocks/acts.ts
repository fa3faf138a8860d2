import { aFavoriteRequest } from '../../support/favorites.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { aName, type TestUser } from '../../support/users.ts'
import { pick } from '../support/random.ts'
import {
  areFriends,
  areUnblockedFriends,
  befriend,
  directionKey,
  endFriendship,
  type FriendshipModel,
  isBlocked,
  requestFrom,
  type SentNotification,
} from './model.ts'
import type { CampaignState, ExpectedDelivery } from './state.ts'

interface Answer {
  readonly status: number
  readonly body: unknown
}

/** An act of one user towards another, with its expected outcome. */
export interface Act {
  readonly name: string
  send(): Promise<Answer>
  /** The HTTP status that the model expects. */
  expected(model: FriendshipModel): number
  /** Applies the successful act to the model; returns the messages that must be delivered. */
  apply(model: FriendshipModel, answer: Answer): readonly ExpectedDelivery[]
}

type ActFactory = (state: CampaignState, actor: TestUser, target: TestUser) => Act

export const idOfAnswer = ({ body }: Answer): string => String(Object(body).id)

/** Messages of these kinds that two users must receive about each other. */
export const expectedByBoth = (one: string, other: string, ...kinds: readonly string[]): ExpectedDelivery[] =>
  kinds.flatMap((kind): ExpectedDelivery[] => [
    [one, kind, other],
    [other, kind, one],
  ])

const received = ({ type, from, to }: Omit<SentNotification, 'answered'>): ExpectedDelivery[] => [
  [to, `notification ${type}`, from],
  [to, `feed CREATED ${type}`, from],
]

function deliver(model: FriendshipModel, sent: Omit<SentNotification, 'answered'>): ExpectedDelivery[] {
  model.sent.add({ ...sent, answered: false })
  return received(sent)
}

const FRIENDSHIP_STARTED = ['friend-add', 'activity ADDED']

function beginFriendship(model: FriendshipModel, one: string, other: string): ExpectedDelivery[] {
  befriend(model, one, other)
  return expectedByBoth(one, other, ...FRIENDSHIP_STARTED)
}

const friend: ActFactory = (_state, { id: from, api }, { id: to }) => ({
  name: 'friend',
  send: () => api.try('friend', { userId: to }),
  expected(model) {
    if (requestFrom(model, from, to) || areFriends(model, from, to)) return 400
    return isBlocked(model, from, to) ? 404 : 200
  },
  apply: (model, answer) =>
    requestFrom(model, to, from)
      ? beginFriendship(model, from, to)
      : deliver(model, { id: idOfAnswer(answer), type: 'friendRequest', from, to }),
})

const UNKNOWN_REQUEST_ID = 'frq_01890000-0000-7000-8000-000000000000'

const accept: ActFactory = ({ model }, { id: to, api }, { id: from }) => {
  const notificationId = requestFrom(model, from, to)?.id ?? UNKNOWN_REQUEST_ID
  return {
    name: 'accept',
    send: () => api.try('acceptFriendRequest', { notificationId }),
    expected: (now) => (requestFrom(now, from, to)?.id === notificationId ? 200 : 404),
    apply: (now) => beginFriendship(now, from, to),
  }
}

const unfriend: ActFactory = (_state, { id, api }, { id: userId }) => ({
  name: 'unfriend',
  send: () => api.try('unfriend', { userId }),
  expected: (model) => (areFriends(model, id, userId) ? 200 : 400),
  apply(model) {
    endFriendship(model, id, userId)
    return expectedByBoth(id, userId, 'friend-delete', 'activity REMOVED')
  },
})

const inviteAct =
  (type: 'invite' | 'requestInvite'): ActFactory =>
  (state, { id: from, api }, { id: to }) => ({
    name: type,
    send: () =>
      type === 'invite'
        ? api.try('inviteUser', { userId: to, body: { instanceId: `${state.world}:1`, messageSlot: 0 } })
        : api.try('requestInvite', { userId: to, body: {} }),
    expected: (model) => (areUnblockedFriends(model, from, to) ? 200 : 403),
    apply(model, answer) {
      const sent = { id: idOfAnswer(answer), type, from, to }
      state.invites.push(sent)
      return deliver(model, sent)
    },
  })

const UNKNOWN_NOTIFICATION = { id: 'not_01890000-0000-7000-8000-000000000000' }

const notificationById = ({ sent }: FriendshipModel, id: string) => [...sent].find((one) => one.id === id)

const respond: ActFactory = ({ random, invites }, { id, api }, { id: other }) => {
  const theirs = invites.filter(({ from, to }) => from === other && to === id)
  const { id: notificationId } = pick(random, theirs) ?? UNKNOWN_NOTIFICATION
  return {
    name: 'respond',
    send: () => api.try('respondInvite', { notificationId, body: { responseSlot: 1 } }),
    expected(model) {
      const invite = notificationById(model, notificationId)
      if (!invite) return 404
      if (!areUnblockedFriends(model, id, other)) return 403
      return invite.answered ? 400 : 200
    },
    apply(model, answer) {
      const invite = notificationById(model, notificationId)
      if (!invite) throw new Error('a deleted invite was answered')
      invite.answered = true
      return deliver(model, { id: idOfAnswer(answer), type: `${invite.type}Response`, from: id, to: other })
    },
  }
}

const favorite: ActFactory = (_state, { id, api }, { id: other }) => ({
  name: 'favorite',
  send: () => api.try('addFavorite', { body: aFavoriteRequest('friend', other) }),
  expected(model) {
    if (!areUnblockedFriends(model, id, other)) return 403
    return model.favorites.has(directionKey(id, other)) ? 400 : 200
  },
  apply(model) {
    model.favorites.add(directionKey(id, other))
    return []
  },
})

const unfavorite: ActFactory = (_state, { id, api }, { id: favoriteId }) => ({
  name: 'unfavorite',
  send: () => api.try('removeFavorite', { favoriteId }),
  expected: ({ favorites }) => (favorites.has(directionKey(id, favoriteId)) ? 200 : 404),
  apply({ favorites }) {
    favorites.delete(directionKey(id, favoriteId))
    return []
  },
})

const boop: ActFactory = (_state, { id: from, api }, { id: to }) => ({
  name: 'boop',
  send: () => api.try('boop', { userId: to }),
  expected: (model) => (areUnblockedFriends(model, from, to) ? 200 : 400),
  apply: (model) => [
    ...deliver(model, { id: aName('boop'), type: 'boop', from, to }),
    [to, 'notification-v2 boop', from],
  ],
})

/** Recipients of a user's updates: the witness and all unblocked friends. */
export const recipientsOf = ({ people, witness }: CampaignState, model: FriendshipModel, id: string): string[] => [
  witness.id,
  ...people.map((person) => person.id).filter((other) => other !== id && areUnblockedFriends(model, id, other)),
]

const profile: ActFactory = (state, { id, api }) => ({
  name: 'profile',
  send: () => api.try('updateUser', { userId: id, body: { bio: aName('Now ') } }),
  expected: () => 200,
  apply: (model) =>
    recipientsOf(state, model, id).flatMap((to): ExpectedDelivery[] => [
      [to, 'friend-update', id],
      [to, 'activity PROFILE', id],
    ]),
})

const ENTER =
  'mutation ($location: ID!) { enterInstance(input: { location: $location, platform: "android" }) { instance { id } } }'

const move: ActFactory = (state, { id, api }) => {
  const locations = [1, 2, 3]
    .map((number) => `${state.world}:${number}`)
    .filter((at) => at !== state.model.locations.get(id))
  const location = pick(state.random, locations) ?? ''
  return {
    name: 'move',
    async send() {
      const { errors } = await aGraphClient(state.app, api).send(ENTER, { location })
      return { status: errors ? 400 : 200, body: errors }
    },
    expected: () => 200,
    apply(model) {
      model.locations.set(id, location)
      return recipientsOf(state, model, id).flatMap((to): ExpectedDelivery[] => [
        [to, 'friend-location', id],
        [to, 'activity LOCATION', id],
      ])
    },
  }
}

export const ACTS: Readonly<Record<string, ActFactory>> = {
  friend,
  accept,
  unfriend,
  invite: inviteAct('invite'),
  requestInvite: inviteAct('requestInvite'),
  respond,
  favorite,
  unfavorite,
  boop,
  profile,
  move,
}
