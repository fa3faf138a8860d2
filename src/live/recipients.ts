import { type FriendRecipients, readFriendRecipients } from '../areas/friends/snapshots.ts'
import { readRoleHolders } from '../areas/groups/queries.ts'
import type { Audience, DomainEvent, EventType, FriendAudience } from '../kernel/events.ts'
import { retryUntilDone } from '../kernel/retry.ts'
import type { Services } from '../kernel/scope.ts'
import { type GroupIndex, openGroupIndex } from './groupIndex.ts'

/** An event with the users who receive it beside its subject. */
export interface AddressedEvent {
  readonly domainEvent: DomainEvent
  /** Friends of the subject. */
  readonly friends: readonly string[]
  /** Holders of a role of the group that is the subject. */
  readonly roleHolders: readonly string[]
}

interface Recipients {
  /** The events with their recipients as they are now: one statement for all friends, and one for each event of a role. */
  of(batch: readonly DomainEvent[]): Promise<readonly AddressedEvent[]>
  /** Counts a connection of a user to this node. Returns a function that ends it. */
  connect(userId: string): () => void
  close(): void
}

const NOBODY: readonly string[] = []

/** Reads who receives events. It retries while the database is unreachable, so that no event is lost. */
export function openRecipients(services: Services, eventTypes: readonly EventType[]): Recipients {
  const audiences = new Map(eventTypes.map(({ topic, audience }) => [topic, audience]))
  const groups = openGroupIndex(services)
  let closed = false
  const isOver = () => closed

  const address = async (
    domainEvent: DomainEvent,
    friends: ReadonlyMap<string, FriendRecipients>,
  ): Promise<AddressedEvent> => {
    const audience = audiences.get(domainEvent.topic)
    const isOfRole = audience === 'roleHolders'
    return {
      domainEvent,
      friends: (isFriendAudience(audience) && friends.get(domainEvent.subject)?.[audience]) || NOBODY,
      roleHolders: isOfRole ? await readHolders(services, groups, domainEvent, isOver) : NOBODY,
    }
  }

  return {
    async of(batch) {
      const ofFriends = batch.filter(({ topic }) => isFriendAudience(audiences.get(topic)))
      const friends = await readFriends(services, new Set(ofFriends.map(({ subject }) => subject)), isOver)
      return Promise.all(batch.map((domainEvent) => address(domainEvent, friends)))
    },
    connect: groups.connect,
    close() {
      closed = true
      groups.close()
    },
  }
}

/** Whether friends of the subject receive events with this audience. */
export const isFriendAudience = (audience: Audience | undefined): audience is FriendAudience =>
  audience === 'profileFriends' || audience === 'presenceFriends'

const FAILURE = 'recipients of an event could not be read; retrying'

async function readFriends(
  services: Services,
  subjects: ReadonlySet<string>,
  isOver: () => boolean,
): Promise<ReadonlyMap<string, FriendRecipients>> {
  if (subjects.size === 0) return new Map()
  const options = { log: services.log, failure: FAILURE, shouldStop: isOver }
  return (await retryUntilDone(() => readFriendRecipients(services, [...subjects]), options)) ?? new Map()
}

/** The connected holders of the role that an event is about. */
async function readHolders(
  services: Services,
  groups: GroupIndex,
  { subject: groupId, ids }: DomainEvent,
  isOver: () => boolean,
): Promise<readonly string[]> {
  const read = async () => {
    const connected = await groups.candidates(groupId)
    return connected.length > 0 ? readRoleHolders(services, { groupId, roleId: ids?.roleId ?? '' }, connected) : NOBODY
  }
  return (await retryUntilDone(read, { log: services.log, failure: FAILURE, shouldStop: isOver })) ?? NOBODY
}
