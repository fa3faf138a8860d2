import { MINUTE } from '../kernel/clock.ts'
import type { UserId } from '../kernel/ids.ts'
import type { Standing, Via } from '../kernel/presence.ts'

/** How long a request counts. */
export const WINDOW = 5 * MINUTE
/** What is stored lags behind a person who goes on making requests by this much at most. */
const RENEWAL = MINUTE
/** What is stored is brought up to date this long before it runs out, or others would tell of an end too early. */
const AHEAD = MINUTE / 2
/** Requests of more people than this are not held in memory; sockets are few enough by themselves. */
const MOST = 200_000

/** Somebody who is here by one door. Milliseconds since 1970. */
interface Stay {
  readonly user: UserId
  readonly via: Via
  sockets: number
  lastRequest: number
  /** Until when the stored row says; 0 for none. */
  stored: number
}

/** What is to be stored of a stay. */
export interface Change {
  readonly user: UserId
  readonly via: Via
  /** Milliseconds since 1970, or infinity while a socket is open. */
  readonly until: number
  /** Whether the person's standing may be another by it. */
  readonly matters: boolean
}

/** Who is here on this node, and what of it is not stored yet. */
export interface Here {
  request(user: UserId, via: Via, at: number): void
  /** A socket opened (1) or closed (-1). */
  socket(user: UserId, via: Via, by: 1 | -1): void
  forgetRequests(user: UserId): void
  standing(user: UserId, now: number): Standing
  hasChanged(): boolean
  /** What is to be stored now. What was not stored after all is given back. */
  take(now: number): Change[]
  giveBack(changes: readonly Change[]): void
  /** All of it is to be stored anew. */
  renewAll(): void
  /** Forgets those who are here no more, and notes of whom more is known than what will soon run out in the store. */
  tidy(now: number): void
  /** How many people may be here. */
  size(): number
}

const VIAS: readonly Via[] = ['client', 'web']
const keyOf = (user: UserId, via: Via) => `${via}:${user}`

export function openHere(): Here {
  const { stays, dirty, find, stayOf, touch } = openStays()
  const isHere = (user: UserId, via: Via, now: number) => {
    const stay = find(user, via)
    return stay !== undefined && untilOf(stay) > now
  }
  return {
    request(user, via, at) {
      if (stays.size >= MOST && !find(user, via)) return
      const stay = stayOf(user, via)
      touch(stay, { lastRequest: Math.max(stay.lastRequest, at) })
    },
    socket(user, via, by) {
      const stay = stayOf(user, via)
      touch(stay, { sockets: stay.sockets + by })
    },
    forgetRequests(user) {
      for (const stay of VIAS.flatMap((via) => find(user, via) ?? [])) touch(stay, { lastRequest: 0 })
    },
    standing(user, now) {
      if (isHere(user, 'client', now)) return 'online'
      return isHere(user, 'web', now) ? 'active' : 'offline'
    },
    hasChanged: () => dirty.size > 0,
    take(now) {
      const taken = [...dirty].flatMap((key) => stays.get(key) ?? []).map((stay) => takeOne(stay, now))
      dirty.clear()
      return taken
    },
    giveBack(changes) {
      for (const { user, via } of changes) touch(stayOf(user, via), { stored: 0 }, true)
    },
    renewAll() {
      for (const stay of stays.values()) touch(stay, { stored: 0 }, true)
    },
    tidy(now) {
      for (const [key, stay] of stays) {
        const until = untilOf(stay)
        if (until > now && until > stay.stored && stay.stored <= now + AHEAD) dirty.add(key)
        if (until <= now && !dirty.has(key)) stays.delete(key)
      }
    },
    size: () => new Set([...stays.values()].map(({ user }) => user)).size,
  }
}

/** The stays by person and door, and the keys of those that are not stored as they are. */
function openStays() {
  const stays = new Map<string, Stay>()
  const dirty = new Set<string>()
  const find = (user: UserId, via: Via) => stays.get(keyOf(user, via))
  return {
    stays,
    dirty,
    find,
    stayOf(user: UserId, via: Via): Stay {
      const known = find(user, via)
      if (known) return known
      const stay = { user, via, sockets: 0, lastRequest: 0, stored: 0 }
      stays.set(keyOf(user, via), stay)
      return stay
    },
    /** Changes a stay, which is stored anew when it must be. */
    touch(stay: Stay, change: Partial<Stay>, must = false) {
      Object.assign(stay, change)
      const until = untilOf(stay)
      if (must || until < stay.stored || until - stay.stored > RENEWAL) dirty.add(keyOf(stay.user, stay.via))
    },
  }
}

/** What is to be stored of a stay, which counts as stored from now on. */
function takeOne(stay: Stay, now: number): Change {
  const until = untilOf(stay)
  const matters = stay.stored <= now || until <= now
  stay.stored = until
  return { user: stay.user, via: stay.via, until, matters }
}

const untilOf = ({ sockets, lastRequest }: Stay) => {
  if (sockets > 0) return Number.POSITIVE_INFINITY
  return lastRequest > 0 ? lastRequest + WINDOW : 0
}
