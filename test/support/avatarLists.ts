import { nameKey } from '../../src/areas/accounts/account/names.ts'
import type { Prisma } from '../../src/generated/prisma/client.ts'
import { newId } from '../../src/kernel/ids.ts'
import type { TestApp } from './app.ts'
import { anAvatar } from './avatars.ts'
import type { TestUser } from './users.ts'

/** Inserts a public avatar that searches find, with these columns. */
export async function aListedAvatar(
  app: Pick<TestApp, 'scope'>,
  author: Pick<TestUser, 'id'>,
  given: Omit<Prisma.AvatarUncheckedUpdateInput, 'name'> & { readonly name?: string } = {},
) {
  const { name = 'Fox' } = given
  const id = await anAvatar(app, author, { name })
  const data = { searchable: true, ...given, nameKey: nameKey(name) }
  await app.scope().db.avatar.update({ where: { id }, data })
  return id
}

interface NewLicense {
  readonly forType?: 'avatar' | 'licenseGroup'
  readonly at?: Date
  /** End of the license; none by default. */
  readonly until?: Date | null
}

/** Gives a user a license to wear an avatar, or what a license group contains. */
export async function aWearLicense(
  { scope }: Pick<TestApp, 'scope'>,
  { id: userId }: Pick<TestUser, 'id'>,
  forId: string,
  { forType = 'avatar', at = scope().now, until = null }: NewLicense = {},
) {
  const { db } = scope()
  const id = newId('licenseGrant', at)
  const forAction = forType === 'avatar' ? 'wear' : 'have'
  const data = { id, userId, forType, forId, forAction, source: `admin:${id}`, until, createdAt: at }
  await db.licenseGrant.create({ data })
}
