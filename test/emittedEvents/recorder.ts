import { ledgerTransferred } from '../../src/areas/economy/events.ts'
import { infoPushesChanged } from '../../src/areas/system/events.ts'
import { anyEvent, type DomainEvent } from '../../src/kernel/events.ts'
import type { Things } from '../access/fixtures.ts'
import type { TestApp } from '../support/app.ts'

/** Names of ids for readable events. An id without a name is written by its prefix, as in `a wrld`. */
export type Names = ReadonlyMap<string, string>

/** The ids of the access fixture by their field names without `Id`; `owner` is the user who owns the things. */
export function namesOf(things: Things): Map<string, string> {
  const texts = Object.entries(things).filter(([, value]) => typeof value === 'string')
  const names = new Map(texts.map(([key, id]): [string, string] => [String(id), key.replace(/Id$/, '')]))
  return names.set(things.userId, 'owner').set(`${things.worldId}:${things.instanceId}`, 'instance')
}

/** Presence events are emitted periodically, independently of operations. */
const isOfPresence = ({ topic }: DomainEvent) => topic.startsWith('presence.')

const PREFIXED_ID = /^([a-zA-Z]+)_[0-9a-f-]{36}/
/** Id fields whose values a test can't foresee, like the length of a feed, and which have no prefix. */
const UNNAMED_IDS = ['seq', 'jobId']

const nameOf = (names: Names, id: string) => names.get(id) ?? id.replace(PREFIXED_ID, 'a $1')

/** Transfers of the ledger are named by keys, and new notices by slugs, which no test can foresee. */
function subjectOf(names: Names, { topic, subject }: DomainEvent): string {
  if (topic === ledgerTransferred.topic) return 'a transfer'
  if (topic === infoPushesChanged.topic && subject.startsWith('n-')) return 'a notice'
  return nameOf(names, subject)
}

/** Formats an event as topic, subject and further ids, as in `friendship.created ada friendId=bob`. */
function describeEvent(names: Names, domainEvent: DomainEvent): string {
  const { topic, ids = {} } = domainEvent
  const further = Object.entries(ids)
    .filter(([key]) => !UNNAMED_IDS.includes(key))
    .map(([key, id]) => `${key}=${nameOf(names, id)}`)
  return [topic, subjectOf(names, domainEvent), ...further].join(' ')
}

/**
 * The formatted events that are emitted during the work, sorted. A node delivers its own events to its listeners
 * before it answers the request that caused them.
 */
export async function eventsDuring<R>(app: TestApp, names: Names, work: () => Promise<R>) {
  const received: DomainEvent[] = []
  const stop = app.platform.events.listen(anyEvent, (domainEvent) => void received.push(domainEvent))
  const answer = await work().finally(stop)
  const relevant = received.filter((domainEvent) => !isOfPresence(domainEvent))
  return { answer, events: relevant.map((domainEvent) => describeEvent(names, domainEvent)).sort() }
}
