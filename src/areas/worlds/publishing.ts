import { DAY, later } from '../../kernel/clock.ts'
import { Failure, invalid } from '../../kernel/failure.ts'
import type { WorldId } from '../../kernel/ids.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { type Open, transact } from '../../kernel/transaction.ts'
import { auditForeign } from '../accounts/audit.ts'
import { changeWorld, type WorldChange, writeWorld } from './changing.ts'
import { APPROVED, LABS } from './ownTags.ts'
import { type HeldWorld, holdOwnWorld, holdPerson, mustBeOwn } from './policy.ts'

/** An author publishes one world in so long a time. */
const PAUSE = 7 * DAY

/** Worlds that are private again count too: their last publication stays written down. */
const publishedSince = ({ db, now }: Pick<SignedScope, 'db' | 'now'>, authorId: string) =>
  db.world.count({ where: { authorId, labsPublicationDate: { gt: later(now, -PAUSE) } } })

/** Whether an own world can be published now. Throws `missing`, `forbidden`. */
export async function canPublish(scope: SignedScope, id: WorldId): Promise<boolean> {
  const world = await scope.db.world.findUnique({ where: { id } })
  mustBeOwn(scope, id, world)
  return canPublishNow(scope, world)
}

/** The same of a world that is known to be the viewer's. */
export const canPublishNow = async (
  scope: SignedScope,
  { releaseStatus, authorId }: { readonly releaseStatus: string; readonly authorId: string },
): Promise<boolean> => releaseStatus === 'private' && (await publishedSince(scope, authorId)) === 0

/**
 * Makes an own world public, in the labs until the platform approves it. One that is public stays as it is. Throws
 * `invalid` where its author has published one in the last 7 days; `forbidden` also as long as an admin hides it;
 * `missing`, `conflict` as ever.
 */
export async function publishWorld(scope: SignedScope, id: WorldId): Promise<void> {
  const known = await scope.db.world.findUnique({ where: { id } })
  mustBeOwn(scope, id, known)
  await transact(scope, async (open) => {
    // Two publications of one author wait for each other, whichever worlds they are of.
    await holdPerson(open, known.authorId)
    const world = await holdOwnWorld(open, id)
    if (world.hiddenFrom !== null) throw new Failure('forbidden', 'This world was hidden by an admin')
    if (world.releaseStatus !== 'public') await publish(open, world)
    await auditForeign(open, world.authorId, { act: 'publishWorld', subjectId: id })
  })
}

async function publish(open: SignedScope & Open, world: HeldWorld): Promise<void> {
  if ((await publishedSince(open, world.authorId)) > 0)
    throw invalid('worldId', 'You can publish one world in 7 days', 'published_lately')
  const approved = world.tags.includes(APPROVED)
  const tags = approved ? world.tags : [...new Set([...world.tags, LABS])]
  await writeWorld(open, world, { releaseStatus: 'public', tags, labsPublicationDate: open.now })
}

/** What a world becomes that is public no more: the date stays, so that it is not published again at once. */
export const withdrawn = ({ tags }: HeldWorld): WorldChange => ({
  releaseStatus: 'private',
  tags: tags.filter((tag) => tag !== LABS),
})

/** Makes an own world private; one that is so already stays as it is. Throws `missing`, `forbidden`, `conflict`. */
export const unpublishWorld = (scope: SignedScope, id: WorldId): Promise<void> =>
  changeWorld(scope, { act: 'unpublishWorld', id }, async (_open, world) => ({
    change: world.releaseStatus === 'public' ? withdrawn(world) : {},
  }))
