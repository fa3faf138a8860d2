import type { UserId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Open } from '../../kernel/transaction.ts'
import { putOut } from './leaving.ts'

/** Takes a person's instances away when the account is erased, with who is inside, and where the person is and was. */
export async function eraseInstances(open: Scope & Open, id: UserId): Promise<void> {
  const { db } = open
  const own = await db.instance.findMany({
    where: { OR: [{ creatorId: id }, { ownerId: id }] },
    select: { location: true },
  })
  const locations = own.map(({ location }) => location)
  await putOut(open, { userIds: [id] })
  await putOut(open, { locations })
  await db.instance.deleteMany({ where: { location: { in: locations } } })
  await db.recentLocation.deleteMany({ where: { userId: id } })
}
