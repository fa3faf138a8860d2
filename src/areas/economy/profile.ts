import type { EconomyProfile, Prisma } from '../../generated/prisma/client.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'

/** The permission with which people sell, which admins grant. */
export const SELLER_PERMISSION = 'permission-seller'

/** What the economy knows of a person; undefined before the first use. */
export const readEconomyProfile = async (
  { db }: Pick<Scope, 'db'>,
  userId: string,
): Promise<EconomyProfile | undefined> => (await db.economyProfile.findUnique({ where: { userId } })) ?? undefined

/** Changes what the economy knows of a person, whose row is made at first use. */
export async function changeEconomyProfile(
  { db, now }: Pick<Scope, 'db' | 'now'>,
  userId: string,
  change: Omit<Prisma.EconomyProfileUncheckedUpdateInput, 'userId'>,
): Promise<void> {
  await db.economyProfile.createMany({ data: [{ userId, updatedAt: now }], skipDuplicates: true })
  await db.economyProfile.update({ where: { userId }, data: { ...change, updatedAt: now } })
}

/** Whether a person has accepted the present terms of the payment provider. */
export const hasAcceptedTerms = (
  { payments }: Pick<Scope, 'payments'>,
  profile: Pick<EconomyProfile, 'tosVersion'> | undefined,
): boolean => profile?.tosVersion === payments.tos().version

/** Whether these people sell, by id. One statement. */
export async function readSellers({ db }: Pick<Scope, 'db'>, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const grants = await db.permissionGrant.findMany({
    where: { userId: { in: [...userIds] }, permission: { name: SELLER_PERMISSION } },
    select: { userId: true },
  })
  return new Set(grants.map(({ userId }) => userId))
}

/** Throws `forbidden` unless the viewer sells. */
export async function assertSeller(scope: ViewerScope): Promise<void> {
  const { id } = scope.viewer
  if (!(await readSellers(scope, [id])).has(id))
    throw new Failure('forbidden', "You don't have permission.", { reason: 'seller_only' })
}
