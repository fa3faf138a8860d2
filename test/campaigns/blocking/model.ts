import { pairOf } from '../../../src/areas/users/relations.ts'

/** Something that stands in somebody's list of notifications. */
export interface Sent {
  readonly id: string
  readonly type: string
  readonly from: string
  readonly to: string
  answered: boolean
}

/** How things stand between people, as whoever has seen every answer so far can know it. */
export interface Model {
  /** Pairs of friends. */
  readonly friends: Set<string>
  /** Who blocks whom, as `one other`. */
  readonly blocks: Set<string>
  /** Who marks whom as a favorite, as above. */
  readonly marks: Set<string>
  /** Where people are; nothing of those who are nowhere. */
  readonly places: Map<string, string>
  readonly sent: Set<Sent>
}

export const aModel = (): Model => ({
  friends: new Set(),
  blocks: new Set(),
  marks: new Set(),
  places: new Map(),
  sent: new Set(),
})

export const way = (from: string, to: string) => `${from} ${to}`

export const areFriends = ({ friends }: Model, one: string, other: string) => friends.has(pairOf(one, other))
export const isBlocked = ({ blocks }: Model, one: string, other: string) =>
  blocks.has(way(one, other)) || blocks.has(way(other, one))
export const areClose = (model: Model, one: string, other: string) =>
  areFriends(model, one, other) && !isBlocked(model, one, other)

export const requestFrom = ({ sent }: Model, from: string, to: string) =>
  [...sent].find((one) => one.type === 'friendRequest' && one.from === from && one.to === to)

export function befriend(model: Model, one: string, other: string): void {
  for (const request of [requestFrom(model, one, other), requestFrom(model, other, one)])
    if (request) model.sent.delete(request)
  model.friends.add(pairOf(one, other))
}

/** What lasts as long as a friendship goes with it. */
export function part(model: Model, one: string, other: string): void {
  model.friends.delete(pairOf(one, other))
  for (const mark of [way(one, other), way(other, one)]) model.marks.delete(mark)
}

/** What the two have sent each other goes for good, and everything else rests. */
export function block(model: Model, one: string, other: string): void {
  model.blocks.add(way(one, other))
  for (const each of model.sent) if (pairOf(each.from, each.to) === pairOf(one, other)) model.sent.delete(each)
}

export const unblock = ({ blocks }: Model, one: string, other: string) => void blocks.delete(way(one, other))
