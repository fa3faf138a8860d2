import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sharedApp } from '../../support/app.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { aGroup, aMember } from '../../support/groups.ts'
import { anyName, anyNames, anyText, anyTime } from '../../support/randomValues.ts'
import { rounds } from '../../support/rounds.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'

/** The reads of groups and members, at both doors, against the rows that Prisma reads by itself. */
const app = await sharedApp()
const { db } = app.scope()
const group = await aGroup(app)
const [member, otherMember] = [await aMember(app, group), await aMember(app, group)]
const [stranger, admin] = [await aUser(app), await anAdmin(app)]
const viewers: readonly TestUser[] = [group.owner, member, stranger, admin]
const clients = new Map(viewers.map((viewer) => [viewer, aGraphClient(app, viewer.api)]))
/** They see notes about members. Members see each other by the roles of a new group, a stranger sees the owner alone. */
const managers = new Set([group.owner.id, admin.id])
const members = [group.owner, member, otherMember]

const groupChanges = fc.record({
  name: anyName,
  description: anyText,
  rules: fc.option(anyText),
  links: anyNames,
  tags: anyNames,
  isVerified: fc.boolean(),
  onlineMemberCount: fc.nat({ max: 9 }),
  lastPostCreatedAt: fc.option(anyTime),
  createdAt: anyTime,
  updatedAt: anyTime,
})
const memberChanges = fc.record({
  managerNotes: anyText,
  createdAt: anyTime,
  joinedAt: anyTime,
  lastPostReadAt: fc.option(anyTime),
  hasJoinedFromPurchase: fc.boolean(),
  isRepresenting: fc.boolean(),
  isSubscribedToAnnouncements: fc.boolean(),
})
const someChanges = fc.tuple(
  groupChanges,
  fc.array(memberChanges, { minLength: members.length, maxLength: members.length }),
  fc.array(anyName, { minLength: members.length, maxLength: members.length }),
)

const readMembers = () =>
  db.groupMember.findMany({
    where: { groupId: group.id, status: 'member' },
    include: { user: true },
    orderBy: [{ joinedAt: 'asc' }, { id: 'asc' }],
  })
type PlainMember = Awaited<ReturnType<typeof readMembers>>[number]
const readGroup = () => db.group.findUniqueOrThrow({ where: { id: group.id } })
type PlainGroup = Awaited<ReturnType<typeof readGroup>>

const restGroup = (row: PlainGroup) => ({
  id: row.id,
  name: row.name,
  shortCode: row.shortCode,
  discriminator: row.discriminator,
  description: row.description,
  rules: row.rules,
  links: row.links,
  tags: row.tags,
  ownerId: row.ownerId,
  isVerified: row.isVerified,
  memberCount: row.memberCount,
  onlineMemberCount: row.onlineMemberCount,
  lastPostCreatedAt: row.lastPostCreatedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})
const restMember = (row: PlainMember) => ({
  id: row.id,
  userId: row.userId,
  groupId: row.groupId,
  createdAt: row.createdAt.toISOString(),
  joinedAt: row.joinedAt?.toISOString(),
  lastPostReadAt: null,
  hasJoinedFromPurchase: row.hasJoinedFromPurchase,
  isRepresenting: row.isRepresenting,
  isSubscribedToAnnouncements: row.isSubscribedToAnnouncements,
  user: expect.objectContaining({ id: row.userId, displayName: row.user.displayName }),
})
/** GraphQL has null for a text that nobody has written. */
const textOrNull = (one: string | null) => one || null
const graphGroup = (row: PlainGroup, rows: readonly PlainMember[]) => ({
  id: row.id,
  name: row.name,
  description: textOrNull(row.description),
  rules: textOrNull(row.rules),
  links: row.links,
  tags: row.tags,
  isVerified: row.isVerified,
  memberCount: row.memberCount,
  lastPostedAt: row.lastPostCreatedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  members: {
    nodes: rows.map(({ id, joinedAt, user }) => ({
      ...{ id, joinedAt: joinedAt?.toISOString() },
      user: { id: user.id, displayName: user.displayName },
    })),
  },
})
const GROUP = `id name description rules links tags isVerified memberCount lastPostedAt createdAt
  members { nodes { id joinedAt user { id displayName } } }`

it('groups and their members are shown as Prisma reads them, to each viewer at both doors', async () => {
  await fc.assert(
    fc.asyncProperty(someChanges, async ([ofGroup, ofMembers, displayNames]) => {
      await db.group.update({ where: { id: group.id }, data: ofGroup })
      for (const [at, { id: userId }] of members.entries()) {
        const [data = {}, displayName = ''] = [ofMembers[at], displayNames[at]]
        await db.groupMember.update({ where: { groupId_userId: { groupId: group.id, userId } }, data })
        await db.user.update({ where: { id: userId }, data: { displayName } })
      }
      const [row, rows] = [await readGroup(), await readMembers()]
      for (const [viewer, graph] of clients) {
        expect(await viewer.api.call('getGroup', { groupId: group.id })).toMatchObject(restGroup(row))
        const seen = rows.filter(({ userId }) => viewer !== stranger || userId === group.owner.id)
        const others = seen.filter(({ userId }) => userId !== viewer.id)
        const listed = await viewer.api.call('getGroupMembers', { groupId: group.id })
        expect(listed).toMatchObject(others.map(restMember))
        const notes = others.map(({ managerNotes }) => (managers.has(viewer.id) ? managerNotes : undefined))
        expect(listed.map(({ managerNotes }) => managerNotes)).toEqual(notes)
        const { data, errors } = await graph.send(`{ group(id: "${group.id}") { ${GROUP} } }`)
        expect(errors).toBeUndefined()
        expect(data).toEqual({ group: graphGroup(row, seen) })
      }
    }),
    { numRuns: rounds(50) },
  )
})
