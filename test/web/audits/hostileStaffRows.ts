import { newId } from '../../../src/kernel/ids.ts'
import type { Scope } from '../../../src/kernel/scope.ts'

/** Writes a text wherever the staff writes one: broadcasts, notes about everybody, canned reasons, permissions and configuration. */
export async function writeAsStaff({ db, now }: Pick<Scope, 'db' | 'now'>, text: string): Promise<void> {
  const people = await db.user.findMany({ select: { id: true } })
  const { id: authorId } = await db.user.findFirstOrThrow({ where: { username: 'demo_admin' } })
  const broadcast = { type: 'moderation.notice', title: text, message: text, link: text, linkText: text }
  await db.broadcast.create({
    data: { ...broadcast, id: newId('broadcast', now), senderId: authorId, createdAt: now, finishedAt: now },
  })
  await db.staffNote.createMany({
    data: people.map(({ id: userId }) => ({ id: newId('staffNote', now), userId, authorId, text, createdAt: now })),
  })
  const times = { createdAt: now, updatedAt: now }
  await db.cannedReason.create({ data: { id: newId('cannedReason', now), kind: 'close', title: text, text, ...times } })
  await db.permission.updateMany({ data: { displayName: text, description: text } })
  await db.configEntry.update({ where: { key: 'CampaignStatus' }, data: { value: text } })
}
