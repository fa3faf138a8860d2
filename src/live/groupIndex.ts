import { groupJoined, groupLeft } from '../areas/groups/events.ts'
import { readJoinedGroups } from '../areas/groups/queries.ts'
import { busGap } from '../kernel/events.ts'
import { addToSet, getOrCreate } from '../kernel/maps.ts'
import type { Services } from '../kernel/scope.ts'

/** Which of the users that are connected to this node may be members of a group. */
export interface GroupIndex {
  /** Counts a connection of a user. Returns a function that ends it. */
  connect(userId: string): () => void
  /** The connected users who may be members: some may have left by now, which the reader checks. */
  candidates(groupId: string): Promise<readonly string[]>
  close(): void
}

/** Which users are in which groups. */
interface KnownMembers {
  add(userId: string, groupId: string): void
  remove(userId: string, groupId: string): void
  forget(userId: string): void
  of(groupId: string): readonly string[]
}

function createKnownMembers(): KnownMembers {
  const members = new Map<string, Set<string>>()
  /** Functions that take a user out of the groups, by user and group. */
  const removals = new Map<string, Map<string, () => void>>()
  return {
    add(userId, groupId) {
      const ofUser = getOrCreate(removals, userId, () => new Map<string, () => void>())
      getOrCreate(ofUser, groupId, () => addToSet(members, groupId, userId))
    },
    remove(userId, groupId) {
      removals.get(userId)?.get(groupId)?.()
      removals.get(userId)?.delete(groupId)
    },
    forget(userId) {
      for (const remove of removals.get(userId)?.values() ?? []) remove()
      removals.delete(userId)
    },
    of: (groupId) => [...(members.get(groupId) ?? [])],
  }
}

/** Memberships are read when an event first needs them, and then follow the events of joining and leaving. */
export function openGroupIndex(services: Services): GroupIndex {
  const connections = new Map<string, number>()
  const unread = new Set<string>()
  const members = createKnownMembers()

  const add = (userId: string, groupId: string) => {
    if (connections.has(userId)) members.add(userId, groupId)
  }
  const readUnread = async () => {
    const userIds = [...unread]
    if (userIds.length === 0) return
    for (const { userId, groupId } of await readJoinedGroups(services, userIds)) add(userId, groupId)
    for (const userId of userIds) unread.delete(userId)
  }
  const disconnect = (userId: string) => {
    const left = (connections.get(userId) ?? 1) - 1
    if (left > 0) return void connections.set(userId, left)
    connections.delete(userId)
    unread.delete(userId)
    members.forget(userId)
  }
  const stops = [
    services.events.listen(groupJoined, ({ subject, ids }) => add(subject, ids.groupId)),
    services.events.listen(groupLeft, ({ subject, ids }) => members.remove(subject, ids.groupId)),
    services.events.listen(busGap, () => {
      for (const userId of connections.keys()) unread.add(userId)
    }),
  ]

  return {
    connect(userId) {
      const before = connections.get(userId) ?? 0
      if (before === 0) unread.add(userId)
      connections.set(userId, before + 1)
      return () => disconnect(userId)
    },
    async candidates(groupId) {
      await readUnread()
      return members.of(groupId)
    },
    close() {
      for (const stop of stops) stop()
    },
  }
}
