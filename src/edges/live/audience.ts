import { type Hearers, hearersOf } from '../../areas/friends/hearers.ts'
import type { Announcement, Listener } from '../../kernel/events.ts'
import type { Log } from '../../kernel/log.ts'
import type { Outside } from '../../kernel/scope.ts'
import { keepTrying } from '../trying.ts'
import type { Audience } from './live.ts'

/** Announcements about a person, and who beside the person hears of them. */
const ABOUT: Readonly<Record<string, keyof Hearers>> = {
  'user.changed': 'profile',
  'appearance.changed': 'profile',
  'presence.changed': 'presence',
  'whereabouts.changed': 'presence',
}
/** Announcements to the person alone. */
const TO = [
  'friendship.created',
  'friendship.ended',
  'friendship.rested',
  'friendship.resumed',
  'content.changed',
  'instance.closed',
]

/** More than this does not wait while the database is away: then everybody is told that something was missed. */
const MOST_WAITING = 20_000

const GAP: Announcement = { topic: 'bus.gap', subject: '*' }

/**
 * Tells the people who are connected to this node what concerns them. Those who hear are read when they are told, by
 * one statement for all that has come up meanwhile; all is told in the order it came.
 */
export function openAudience(outside: Outside): Audience & { close(): void } {
  const { events } = outside
  const people = makePeople(outside.log)
  let waiting: Announcement[] = []
  let telling = false
  let closed = false

  const tellBatch = async (batch: readonly Announcement[]) => {
    const hearers = await readHearers(outside, batch, () => closed)
    for (const announcement of batch)
      for (const user of concerned(announcement, hearers)) people.tell(user, announcement)
  }
  const run = async () => {
    telling = true
    while (waiting.length > 0 && !closed) {
      const batch = waiting
      waiting = []
      await tellBatch(batch)
    }
    telling = false
  }
  const hear = (announcement: Announcement) => {
    if (people.isEmpty()) return
    waiting.push(announcement)
    if (waiting.length > MOST_WAITING) {
      waiting = []
      people.tellAll(GAP)
    }
    if (!telling) void run()
  }
  const stops = [...Object.keys(ABOUT), ...TO].map((topic) => events.listen(topic, hear))
  stops.push(events.listen('bus.gap', people.tellAll))

  return {
    hear: people.hear,
    close() {
      closed = true
      for (const stop of stops) stop()
    },
  }
}

/** Who listens for whom. A listener that fails keeps no other from hearing. */
function makePeople(log: Log) {
  const listeners = new Map<string, Set<Listener>>()
  const tellOne = (listener: Listener, announcement: Announcement) => {
    try {
      listener(announcement)
    } catch (error) {
      log.error({ err: error, topic: announcement.topic }, 'a listener failed')
    }
  }
  const tell = (user: string, announcement: Announcement) => {
    for (const listener of listeners.get(user) ?? []) tellOne(listener, announcement)
  }
  return {
    tell,
    isEmpty: () => listeners.size === 0,
    tellAll(announcement: Announcement) {
      for (const user of [...listeners.keys()]) tell(user, announcement)
    },
    hear(user: string, listener: Listener) {
      const set = listeners.get(user) ?? new Set()
      listeners.set(user, set.add(listener))
      return () => {
        set.delete(listener)
        if (set.size === 0 && listeners.get(user) === set) listeners.delete(user)
      }
    },
  }
}

type ByPerson = ReadonlyMap<string, Hearers>

function concerned({ topic, subject }: Announcement, hearers: ByPerson): readonly string[] {
  const kind = ABOUT[topic]
  return kind ? [subject, ...(hearers.get(subject)?.[kind] ?? [])] : [subject]
}

/** Goes on trying while the database is away: what was announced is not forgotten. */
async function readHearers(outside: Outside, batch: readonly Announcement[], isOver: () => boolean): Promise<ByPerson> {
  const subjects = new Set(batch.filter(({ topic }) => topic in ABOUT).map(({ subject }) => subject))
  if (subjects.size === 0) return new Map()
  const failure = 'who hears of a change could not be read; it is tried again'
  const hearers = await keepTrying(() => hearersOf(outside, [...subjects]), { log: outside.log, failure, isOver })
  return hearers ?? new Map()
}
