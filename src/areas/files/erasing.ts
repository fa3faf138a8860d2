import type { UserId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Open } from '../../kernel/transaction.ts'

/** Takes away the files of a person whose account is erased; their bytes go by the job that tidies. */
export async function eraseFiles({ db }: Scope & Open, id: UserId): Promise<void> {
  await db.file.deleteMany({ where: { ownerId: id } })
  await db.agreement.deleteMany({ where: { userId: id } })
}
