import { insertInstance } from '../../../src/areas/instances/insert.ts'
import { addMilliseconds, DAY, HOUR } from '../../../src/kernel/clock.ts'
import { newId, siblingId, type WorldId } from '../../../src/kernel/ids.ts'
import { type Location, parseLocation } from '../../../src/kernel/location.ts'
import { transact } from '../../../src/kernel/transaction.ts'
import type { TestApp } from '../../support/app.ts'
import { viewerScopeOf } from '../../support/scopes.ts'
import { aWorld } from '../../support/worlds.ts'
import { type AccessPeople, accessPeople, accessTargets, type CallerTarget } from './accessFixture.ts'
import type { AccessCaller, AccessTarget } from './accessTable.ts'

interface EventTimes {
  readonly startsAt: Date
  readonly endsAt: Date
}

/** A group and what is in it as the graph names it, made for one call. */
export interface GraphTarget extends AccessTarget {
  readonly worldId: WorldId
  /** Location of an instance of the group. */
  readonly location: string
  readonly announcementId: string
  readonly entryId: string
  /** An event that everybody sees, and the times of another. */
  readonly eventId: string
  readonly times: EventTimes
  /** Ids of the memberships of the people of the target. */
  readonly membershipIds: Readonly<Record<'member' | 'invited' | 'requested' | 'banned', string>>
}

export interface GraphPeople extends AccessPeople {
  readonly worldId: WorldId
}

/** People who call; all are friends of the member, so that they see the membership. */
export async function graphPeople(app: TestApp): Promise<GraphPeople> {
  const people = await accessPeople(app)
  const { db, now } = app.scope()
  const friendships = [...people.callers.values()].flatMap(({ id }) => {
    const shared = { key: newId('friendRequest', now), createdAt: now }
    return [
      { ...shared, userId: id, friendId: people.member.id },
      { ...shared, userId: people.member.id, friendId: id },
    ]
  })
  await db.friendship.createMany({ data: friendships })
  return { ...people, worldId: await aWorld(app, people.founder, { releaseStatus: 'public' }) }
}

const tomorrow = (now: Date): EventTimes => ({
  startsAt: addMilliseconds(now, DAY),
  endsAt: addMilliseconds(now, DAY + HOUR),
})

/**
 * Inserts a group for the callers of each of these lists, with an instance, an event, an announcement, notes and an entry of
 * its audit log.
 */
export async function graphTargets(
  app: TestApp,
  people: GraphPeople,
  lists: readonly (readonly AccessCaller[])[],
): Promise<CallerTarget<GraphTarget>[]> {
  const targets = await accessTargets(app, people, lists)
  const membershipIds = await membershipIdsOf(app, targets)
  const records = new Map(targets.map(({ target: { groupId } }) => [groupId, newRecords(app, people, groupId)]))
  await addRecords(app, [...records.values()])
  await addInstances(app, people, [...records.values()])
  return targets.map(({ caller, target }) => ({
    caller,
    target: {
      ...target,
      ...(records.get(target.groupId) ?? newRecords(app, people, target.groupId)),
      membershipIds: membershipIds(target),
    },
  }))
}

function newRecords({ clock }: TestApp, { worldId, member }: GraphPeople, groupId: string) {
  const now = clock.now()
  return {
    groupId,
    worldId,
    memberId: member.id,
    location: `${worldId}:1~group(${groupId})~groupAccessType(members)~region(us)`,
    announcementId: newId('groupAnnouncement', now),
    entryId: newId('groupAuditEntry', now),
    eventId: newId('calendarEvent', now),
    times: tomorrow(now),
  }
}

type GraphRecords = ReturnType<typeof newRecords>

async function membershipIdsOf(app: TestApp, targets: readonly { readonly target: AccessTarget }[]) {
  const rows = await app.scope().db.groupMember.findMany({
    where: { groupId: { in: targets.map(({ target }) => target.groupId) } },
    select: { id: true, groupId: true, userId: true },
  })
  const ids = new Map(rows.map(({ id, groupId, userId }) => [`${groupId} ${userId}`, id]))
  return (target: AccessTarget) => {
    const idOf = (userId: string) => ids.get(`${target.groupId} ${userId}`) ?? ''
    return {
      member: idOf(target.memberId),
      invited: idOf(target.invitedId),
      requested: idOf(target.requestedId),
      banned: idOf(target.bannedId),
    }
  }
}

/** Adds announcements, entries of audit logs and events; members get notes. */
async function addRecords(app: TestApp, records: readonly GraphRecords[]): Promise<void> {
  const { db, now } = app.scope()
  const written = { createdAt: now, updatedAt: now }
  await db.groupAnnouncement.createMany({
    data: records.map(({ announcementId: id, groupId }) => ({ id, groupId, title: 'T', ...written })),
  })
  await db.groupAuditEntry.createMany({
    data: records.map(({ entryId: id, groupId }) => ({
      ...{ id, groupId, eventType: 'group.update', targetId: groupId, description: 'Group updated', createdAt: now },
    })),
  })
  const texts = { kind: 'single', title: 'T', description: 'T', searchKey: 't', category: 'arts', accessType: 'public' }
  await db.calendarEvent.createMany({
    data: records.map(({ eventId: id, groupId, times }) => ({
      id,
      groupId,
      ...times,
      ...texts,
      ...written,
    })),
  })
  const groupId = { in: records.map((record) => record.groupId) }
  const userId = { in: records.map(({ memberId }) => memberId) }
  await db.groupMember.updateMany({ where: { groupId, userId }, data: { managerNotes: 'Kind' } })
}

async function addInstances(app: TestApp, { founder }: AccessPeople, records: readonly GraphRecords[]): Promise<void> {
  await transact(viewerScopeOf(app, founder), async (tx) => {
    for (const { location } of records) await insertInstance(tx, placeOf(location))
  })
}

function placeOf(location: string): Location {
  const place = parseLocation(location)
  if (!place) throw new Error(`${location} is no location`)
  return place
}

/** Takes the approval of the image of each target away. */
export async function withdrawApprovals(app: TestApp, targets: readonly CallerTarget<GraphTarget>[]): Promise<void> {
  const galleryId = { in: targets.map(({ target }) => target.galleryId) }
  await app.scope().db.groupGalleryImage.updateMany({ where: { galleryId }, data: { approvedAt: null } })
}

/** The id of a post in the graph. */
export const graphPostId = (id: string): string => siblingId('groupPost', id)
