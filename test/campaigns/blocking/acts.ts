import { marking } from '../../support/favorites.ts'
import { aGraph } from '../../support/graph.ts'
import type { Person } from '../../support/people.ts'
import { aName } from '../../support/people.ts'
import { type Due, type Field, pick } from './field.ts'
import { areClose, areFriends, befriend, isBlocked, type Model, part, requestFrom, type Sent, way } from './model.ts'

interface Answer {
  readonly status: number
  readonly body: unknown
}

/** Something that one person does to another. */
export interface Act {
  readonly name: string
  send(): Promise<Answer>
  /** The status that it has to get as things stand. */
  expected(model: Model): number
  /** What becomes of it when it is done, and who has to hear of it. */
  done(model: Model, answer: Answer): readonly Due[]
}

type Make = (field: Field, actor: Person, target: Person) => Act

export const idIn = ({ body }: Answer): string => String(Object(body).id)

/** Both of two hear something of each other. */
export const each = (one: string, other: string, ...kinds: readonly string[]): Due[] =>
  kinds.flatMap((kind): Due[] => [
    [one, kind, other],
    [other, kind, one],
  ])

const received = ({ type, from, to }: Omit<Sent, 'answered'>): Due[] => [
  [to, `notification ${type}`, from],
  [to, `feed CREATED ${type}`, from],
]

function deliver(model: Model, sent: Omit<Sent, 'answered'>): Due[] {
  model.sent.add({ ...sent, answered: false })
  return received(sent)
}

const BEGUN = ['friend-add', 'activity ADDED']

function begin(model: Model, one: string, other: string): Due[] {
  befriend(model, one, other)
  return each(one, other, ...BEGUN)
}

const friend: Make = (_field, { id: from, api }, { id: to }) => ({
  name: 'friend',
  send: () => api.try('friend', { userId: to }),
  expected(model) {
    if (requestFrom(model, from, to) || areFriends(model, from, to)) return 400
    return isBlocked(model, from, to) ? 404 : 200
  },
  done: (model, answer) =>
    requestFrom(model, to, from)
      ? begin(model, from, to)
      : deliver(model, { id: idIn(answer), type: 'friendRequest', from, to }),
})

const NONE = 'frq_01890000-0000-7000-8000-000000000000'

const accept: Make = ({ model }, { id: to, api }, { id: from }) => {
  const notificationId = requestFrom(model, from, to)?.id ?? NONE
  return {
    name: 'accept',
    send: () => api.try('acceptFriendRequest', { notificationId }),
    expected: (now) => (requestFrom(now, from, to)?.id === notificationId ? 200 : 404),
    done: (now) => begin(now, from, to),
  }
}

const unfriend: Make = (_field, { id, api }, { id: userId }) => ({
  name: 'unfriend',
  send: () => api.try('unfriend', { userId }),
  expected: (model) => (areFriends(model, id, userId) ? 200 : 400),
  done(model) {
    part(model, id, userId)
    return each(id, userId, 'friend-delete', 'activity REMOVED')
  },
})

const inviting =
  (type: 'invite' | 'requestInvite'): Make =>
  (field, { id: from, api }, { id: to }) => ({
    name: type,
    send: () =>
      type === 'invite'
        ? api.try('inviteUser', { userId: to, body: { instanceId: `${field.world}:1`, messageSlot: 0 } })
        : api.try('requestInvite', { userId: to, body: {} }),
    expected: (model) => (areClose(model, from, to) ? 200 : 403),
    done(model, answer) {
      const sent = { id: idIn(answer), type, from, to }
      field.invites.push(sent)
      return deliver(model, sent)
    },
  })

const GONE = { id: 'not_01890000-0000-7000-8000-000000000000' }

const standing = ({ sent }: Model, id: string) => [...sent].find((one) => one.id === id)

const respond: Make = ({ random, invites }, { id, api }, { id: other }) => {
  const theirs = invites.filter(({ from, to }) => from === other && to === id)
  const { id: notificationId } = pick(random, theirs) ?? GONE
  return {
    name: 'respond',
    send: () => api.try('respondInvite', { notificationId, body: { responseSlot: 1 } }),
    expected(model) {
      const invite = standing(model, notificationId)
      if (!invite) return 404
      if (!areClose(model, id, other)) return 403
      return invite.answered ? 400 : 200
    },
    done(model, answer) {
      const invite = standing(model, notificationId)
      if (!invite) throw new Error('what is gone was answered')
      invite.answered = true
      return deliver(model, { id: idIn(answer), type: `${invite.type}Response`, from: id, to: other })
    },
  }
}

const favorite: Make = (_field, { id, api }, { id: other }) => ({
  name: 'favorite',
  send: () => api.try('addFavorite', { body: marking('friend', other) }),
  expected(model) {
    if (!areClose(model, id, other)) return 403
    return model.marks.has(way(id, other)) ? 400 : 200
  },
  done(model) {
    model.marks.add(way(id, other))
    return []
  },
})

const unmark: Make = (_field, { id, api }, { id: favoriteId }) => ({
  name: 'unmark',
  send: () => api.try('removeFavorite', { favoriteId }),
  expected: ({ marks }) => (marks.has(way(id, favoriteId)) ? 200 : 404),
  done({ marks }) {
    marks.delete(way(id, favoriteId))
    return []
  },
})

const boop: Make = (_field, { id: from, api }, { id: to }) => ({
  name: 'boop',
  send: () => api.try('boop', { userId: to }),
  expected: (model) => (areClose(model, from, to) ? 200 : 400),
  done: (model) => [
    ...deliver(model, { id: aName('boop'), type: 'boop', from, to }),
    [to, 'notification-v2 boop', from],
  ],
})

/** All who have to hear of somebody: friends across no block, and the witness. */
export const hearers = ({ people, witness }: Field, model: Model, id: string): string[] => [
  witness.id,
  ...people.map((person) => person.id).filter((other) => other !== id && areClose(model, id, other)),
]

const profile: Make = (field, { id, api }) => ({
  name: 'profile',
  send: () => api.try('updateUser', { userId: id, body: { bio: aName('Now ') } }),
  expected: () => 200,
  done: (model) =>
    hearers(field, model, id).flatMap((to): Due[] => [
      [to, 'friend-update', id],
      [to, 'activity PROFILE', id],
    ]),
})

const ENTER =
  'mutation ($location: ID!) { enterInstance(input: { location: $location, platform: "android" }) { instance { id } } }'

const move: Make = (field, { id, api }) => {
  const places = [1, 2, 3].map((number) => `${field.world}:${number}`).filter((at) => at !== field.model.places.get(id))
  const location = pick(field.random, places) ?? ''
  return {
    name: 'move',
    async send() {
      const { errors } = await aGraph(field.app, api).send(ENTER, { location })
      return { status: errors ? 400 : 200, body: errors }
    },
    expected: () => 200,
    done(model) {
      model.places.set(id, location)
      return hearers(field, model, id).flatMap((to): Due[] => [
        [to, 'friend-location', id],
        [to, 'activity LOCATION', id],
      ])
    },
  }
}

export const ACTS: Readonly<Record<string, Make>> = {
  friend,
  accept,
  unfriend,
  invite: inviting('invite'),
  requestInvite: inviting('requestInvite'),
  respond,
  favorite,
  unmark,
  boop,
  profile,
  move,
}
