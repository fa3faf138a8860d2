import type { StaffPermission } from '../../src/kernel/staff.ts'
import type { TestApp } from './app.ts'
import { rememberAdmin } from './recordedSessions.ts'
import { aName, aUser, stayConfirmed, type TestUser } from './users.ts'

/** A person of the staff with these permissions, who is no admin, and whose identity stays confirmed. */
export async function aStaffMember(app: TestApp, ...permissions: readonly StaffPermission[]): Promise<TestUser> {
  const person = await aUser(app, { username: aName('s') })
  const { db, now } = app.scope()
  const data = permissions.map((permission) => ({ userId: person.id, permission, grantedAt: now }))
  await db.staffGrant.createMany({ data })
  await stayConfirmed(app, person)
  rememberAdmin(person.id)
  return person
}
