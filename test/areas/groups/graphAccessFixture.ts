import { insertInstance } from '../../../src/areas/instances/insert.ts'
import { addMilliseconds, DAY, HOUR } from '../../../src/kernel/clock.ts'
import { newId, siblingId, type WorldId } from '../../../src/kernel/ids.ts'
import { parseLocation } from '../../../src/kernel/location.ts'
import { transact } from '../../../src/kernel/transaction.ts'
import type { TestApp } from '../../support/app.ts'
import { viewerScopeOf } from '../../support/scopes.ts'
import { aWorld } from '../../support/worlds.ts'
import { type AccessPeople, accessPeople, accessTargets } from './accessFixture.ts'
import { ACCESS_CALLERS, type AccessCaller, type AccessTarget } from './accessTable.ts'

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

interface CallerTarget {
  readonly caller: AccessCaller
  readonly target: GraphTarget
}

/** Inserts a group of its own for each caller, with an instance, an event, an announcement, notes and an entry of its audit log. */
export async function graphTargets(app: TestApp, people: GraphPeople): Promise<CallerTarget[]> {
  const targets = await accessTargets(app, people, ACCESS_CALLERS)
  const membershipIds = await membershipIdsOf(app, targets)
  const made = targets.map(({ caller, target }) => ({
    caller,
    target: {
      ...target,
      worldId: people.worldId,
      location: `${people.worldId}:1~group(${target.groupId})~groupAccessType(members)~region(us)`,
      announcementId: newId('groupAnnouncement', app.clock.now()),
      entryId: newId('groupAuditEntry', app.clock.now()),
      eventId: newId('calendarEvent', app.clock.now()),
      times: tomorrow(app.clock.now()),
      membershipIds: membershipIds(target),
    },
  }))
  await addRecords(app, made)
  for (const { target } of made) await addInstance(app, people, target.location)
  return made
}

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
async function addRecords(app: TestApp, targets: readonly CallerTarget[]): Promise<void> {
  const { db, now } = app.scope()
  const written = { createdAt: now, updatedAt: now }
  await db.groupAnnouncement.createMany({
    data: targets.map(({ target: { announcementId: id, groupId } }) => ({ id, groupId, title: 'T', ...written })),
  })
  await db.groupAuditEntry.createMany({
    data: targets.map(({ target: { entryId: id, groupId } }) => ({
      ...{ id, groupId, eventType: 'group.update', targetId: groupId, description: 'Group updated', createdAt: now },
    })),
  })
  const texts = { kind: 'single', title: 'T', description: 'T', searchKey: 't', category: 'arts', accessType: 'public' }
  await db.calendarEvent.createMany({
    data: targets.map(({ target: { eventId: id, groupId, times } }) => ({
      id,
      groupId,
      ...times,
      ...texts,
      ...written,
    })),
  })
  const groupId = { in: targets.map(({ target }) => target.groupId) }
  const userId = { in: targets.map(({ target }) => target.memberId) }
  await db.groupMember.updateMany({ where: { groupId, userId }, data: { managerNotes: 'Kind' } })
}

async function addInstance(app: TestApp, { founder }: AccessPeople, location: string): Promise<void> {
  const place = parseLocation(location)
  if (!place) throw new Error(`${location} is no location`)
  await transact(viewerScopeOf(app, founder), (tx) => insertInstance(tx, place))
}

/** Takes the approval of the image of each target away. */
export async function withdrawApprovals(app: TestApp, targets: readonly CallerTarget[]): Promise<void> {
  const galleryId = { in: targets.map(({ target }) => target.galleryId) }
  await app.scope().db.groupGalleryImage.updateMany({ where: { galleryId }, data: { approvedAt: null } })
}

/** The id of a post in the graph. */
export const graphPostId = (id: string): string => siblingId('groupPost', id)
