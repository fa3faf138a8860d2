import type { UserId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Open } from '../../kernel/transaction.ts'

/** Hides the props of a person whose account is erased, and empties what they say. Files are the files area's. */
export async function eraseProps({ db, now }: Scope & Open, authorId: UserId): Promise<void> {
  const blank = { name: '', description: '', tags: [], imageUrl: '', imageFileId: null }
  await db.prop.updateMany({ where: { authorId }, data: { releaseStatus: 'hidden', updatedAt: now, ...blank } })
  await db.prop.updateMany({ where: { authorId, deletedAt: null }, data: { deletedAt: now } })
  await db.propPackage.deleteMany({ where: { prop: { authorId } } })
}
