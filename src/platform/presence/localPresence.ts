import { BOUNDS } from '../../kernel/bounds.ts'
import { MINUTE } from '../../kernel/clock.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { PresenceSource, PresenceStatus } from '../../kernel/presence.ts'

/** How long a request keeps a user present. */
const REQUEST_LIFETIME = 5 * MINUTE
/** Maximum lag of the stored expiry behind a user's latest request. */
const MAX_STORE_LAG = MINUTE
/** Stored rows are renewed this long before they expire, or other nodes would announce an absence too early. */
const RENEW_AHEAD = MINUTE / 2
/** Maximum number of users whose requests are held in memory; sockets are bounded elsewhere. */
const MAX_ENTRIES = BOUNDS.presenceEntries.most

/** Presence of one user by one kind of connection. Times are in milliseconds since 1970. */
interface PresenceEntry {
  readonly user: UserId
  readonly via: PresenceSource
  sockets: number
  lastRequest: number
  /** Expiry of the stored row; 0 without one. */
  stored: number
}

/** The row to store for an entry. */
export interface PresenceChange {
  readonly user: UserId
  readonly via: PresenceSource
  /** Expiry in milliseconds since 1970; infinity while a socket is open. */
  readonly until: number
  /** Whether the user's presence status may change with it. */
  readonly matters: boolean
}

/** The users who are present on this node, and the changes that are not stored yet. */
export interface LocalPresence {
  noteRequest(user: UserId, via: PresenceSource, at: number): void
  /** Notes that a socket was opened (1) or closed (-1). */
  noteSocket(user: UserId, via: PresenceSource, by: 1 | -1): void
  forgetRequests(user: UserId): void
  statusOf(user: UserId, now: number): PresenceStatus
  hasChanged(): boolean
  /** Takes the changes to store now. Changes that could not be stored are given back. */
  takeChanges(now: number): PresenceChange[]
  restoreChanges(changes: readonly PresenceChange[]): void
  /** Marks every entry as changed. */
  markAllChanged(): void
  /** Removes expired entries, and marks those whose stored row expires soon. */
  removeExpired(now: number): void
  /** Upper bound of the number of present users. */
  size(): number
}

const VIAS: readonly PresenceSource[] = ['client', 'web']
const entryKey = (user: UserId, via: PresenceSource) => `${via}:${user}`

export function openLocalPresence(): LocalPresence {
  const { stays, dirty, find, stayOf, touch } = openEntries()
  const isHere = (user: UserId, via: PresenceSource, now: number) => {
    const stay = find(user, via)
    return stay !== undefined && expiryOf(stay) > now
  }
  return {
    noteRequest(user, via, at) {
      if (stays.size >= MAX_ENTRIES && !find(user, via)) return
      const stay = stayOf(user, via)
      touch(stay, { lastRequest: Math.max(stay.lastRequest, at) })
    },
    noteSocket(user, via, by) {
      const stay = stayOf(user, via)
      touch(stay, { sockets: stay.sockets + by })
    },
    forgetRequests(user) {
      for (const stay of VIAS.flatMap((via) => find(user, via) ?? [])) touch(stay, { lastRequest: 0 })
    },
    statusOf(user, now) {
      if (isHere(user, 'client', now)) return 'online'
      return isHere(user, 'web', now) ? 'active' : 'offline'
    },
    hasChanged: () => dirty.size > 0,
    takeChanges(now) {
      const taken = [...dirty].flatMap((key) => stays.get(key) ?? []).map((stay) => takeChange(stay, now))
      dirty.clear()
      return taken
    },
    restoreChanges(changes) {
      for (const { user, via } of changes) touch(stayOf(user, via), { stored: 0 }, true)
    },
    markAllChanged() {
      for (const stay of stays.values()) touch(stay, { stored: 0 }, true)
    },
    removeExpired(now) {
      for (const [key, stay] of stays) {
        const until = expiryOf(stay)
        if (until > now && until > stay.stored && stay.stored <= now + RENEW_AHEAD) dirty.add(key)
        if (until <= now && !dirty.has(key)) stays.delete(key)
      }
    },
    size: () => new Set([...stays.values()].map(({ user }) => user)).size,
  }
}

/** The entries by user and kind of connection, and the keys of those that must be stored. */
function openEntries() {
  const stays = new Map<string, PresenceEntry>()
  const dirty = new Set<string>()
  const find = (user: UserId, via: PresenceSource) => stays.get(entryKey(user, via))
  return {
    stays,
    dirty,
    find,
    stayOf(user: UserId, via: PresenceSource): PresenceEntry {
      const known = find(user, via)
      if (known) return known
      const stay = { user, via, sockets: 0, lastRequest: 0, stored: 0 }
      stays.set(entryKey(user, via), stay)
      return stay
    },
    /** Changes an entry, and marks it as changed where the stored row must follow. */
    touch(stay: PresenceEntry, change: Partial<PresenceEntry>, must = false) {
      Object.assign(stay, change)
      const until = expiryOf(stay)
      if (must || until < stay.stored || until - stay.stored > MAX_STORE_LAG) dirty.add(entryKey(stay.user, stay.via))
    },
  }
}

/** The row to store for an entry, which counts as stored from now on. */
function takeChange(stay: PresenceEntry, now: number): PresenceChange {
  const until = expiryOf(stay)
  const matters = stay.stored <= now || until <= now
  stay.stored = until
  return { user: stay.user, via: stay.via, until, matters }
}

const expiryOf = ({ sockets, lastRequest }: PresenceEntry) => {
  if (sockets > 0) return Number.POSITIVE_INFINITY
  return lastRequest > 0 ? lastRequest + REQUEST_LIFETIME : 0
}
