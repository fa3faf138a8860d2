import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, sharedApp, type TestApp } from '../../support/app.ts'
import { aGroup, aMember, giveRole, type TestGroup } from '../../support/groups.ts'
import type { TestUser } from '../../support/users.ts'

/** A server that keeps what it has read, and one that keeps nothing, on one database. */
const app = await sharedApp()
const DATABASE_URL = app.platform.database.url
const forgetful = await openApp({ DATABASE_URL, RECORD_CACHE_MIB: '0' })
afterAll(() => forgetful.close())

let group: TestGroup
let member: TestUser
beforeAll(async () => {
  group = await aGroup(app, { name: 'Revised records' })
  member = await aMember(app, group)
  await group.owner.api.call('createGroupGallery', { groupId: group.id, body: { name: 'Pictures' } })
})

const PATHS = () => [
  `/groups/${group.id}?includeRoles=true`,
  `/groups/${group.id}/roles`,
  `/groups/${group.id}/members`,
  `/groups/${group.id}/members/search?query=${member.username.slice(0, 8)}`,
  '/groups?query=Revised',
]

async function answers({ origin }: TestApp): Promise<string[]> {
  const headers = { cookie: `auth=${group.owner.api.cookies.get('auth')}` }
  return Promise.all(
    PATHS().map(async (path) => {
      const response = await fetch(`${origin}/api/1${path}`, { headers })
      return `${response.status} ${await response.text()}`
    }),
  )
}

const query = (text: string, values: readonly unknown[]) => app.platform.database.pool.query(text, [...values])

/** Changes that the records of groups and members show, each made past the operations. */
const CHANGES: readonly (readonly [what: string, change: () => Promise<unknown>])[] = [
  ['a name', () => query(`UPDATE "Group" SET name = 'Revised again' WHERE id = $1`, [group.id])],
  ['a role', () => query(`UPDATE "GroupRole" SET name = 'Renamed' WHERE "groupId" = $1 AND kind IS NULL`, [group.id])],
  ['a gallery', () => query(`UPDATE "GroupGallery" SET name = 'Renamed' WHERE "groupId" = $1`, [group.id])],
  ['a limited gallery', () => query(`UPDATE "GroupGallery" SET "membersOnly" = true WHERE "groupId" = $1`, [group.id])],
  ['a held role', () => giveRole(app, group, member, { permissions: ['group-audit-view'] })],
  ['a role taken', () => query(`DELETE FROM "GroupMemberRole" WHERE "userId" = $1`, [member.id])],
  ['notes', () => query(`UPDATE "GroupMember" SET "managerNotes" = 'Calm' WHERE "userId" = $1`, [member.id])],
  ['a picture', () => query(`UPDATE "User" SET "userIcon" = 'https://plaza.test/i' WHERE id = $1`, [member.id])],
  ['a gallery deleted', () => query(`DELETE FROM "GroupGallery" WHERE "groupId" = $1`, [group.id])],
]

describe('a server that keeps records of groups and members', () => {
  it('shows each change at once, as a server that keeps none', async () => {
    let before = await answers(app)
    expect(before).toEqual(await answers(forgetful))
    expect(before.map((text) => text.slice(0, 3))).toEqual(PATHS().map(() => '200'))
    for (const [what, change] of CHANGES) {
      await change()
      const after = await answers(app)
      expect(after, what).toEqual(await answers(forgetful))
      expect(after, what).not.toEqual(before)
      before = after
    }
  })
})
