import { addMilliseconds, MINUTE } from '../../../kernel/clock.ts'
import { ID_PREFIXES, trusted } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { wearersDue } from '../../avatars/wearing/wearers.ts'
import { syncPermissionTags } from '../../system/queries.ts'
import { permissionsChanged } from '../events.ts'
import { lockPeople } from '../locks.ts'
import {
  changePermissions,
  deleteLicenses,
  type License,
  readContainingGroups,
  setWearersDue,
  upsertLicenses,
} from './queries.ts'

/** What a person may have or wear. */
export interface GrantedLicense {
  readonly forType: 'licenseGroup' | 'permission' | 'avatar' | 'product' | 'groupRole'
  readonly forId: string
  readonly forAction: 'have' | 'wear'
}

/** What a source gives a person. */
export interface Grants {
  readonly userId: string
  /** The id of a user subscription or purchase, or `admin:<name>`. */
  readonly source: string
  readonly licenses: readonly GrantedLicense[]
  /** Time at which it ends; null for never. */
  readonly until: Date | null
}

export type GrantTransaction = Pick<InTransaction, 'sql' | 'emit'> & Pick<Scope, 'now'>
type EndTransaction = GrantTransaction & Pick<InTransaction, 'requestJob'>

/**
 * Gives a person licenses, or moves the end of those that the source gives already, with the permissions and tags that they
 * bring. The caller has locked the person.
 */
export async function giveLicenses(tx: GrantTransaction, grants: Grants): Promise<void> {
  await upsertLicenses(tx, grants)
  if (grants.licenses.some(bringsPermissions)) await syncPermissions(tx, grants.userId)
}

const bringsPermissions = ({ forType }: Pick<GrantedLicense, 'forType'>) =>
  forType === 'licenseGroup' || forType === 'permission'

/** What of a source ends. */
export interface EndedLicenses extends Pick<Grants, 'userId' | 'source'> {
  /** Only what is over at this time; all by default. */
  readonly dueAt?: Date
}

/**
 * Ends what a source gives a person, with the permissions and tags that no other source brings; avatars are taken off by a
 * job. Returns what has ended. The caller has locked the person.
 */
export async function endLicenses(tx: EndTransaction, ending: EndedLicenses): Promise<GrantedLicense[]> {
  const ended = await deleteLicenses(tx, ending)
  if (ended.some(bringsPermissions)) await syncPermissions(tx, ending.userId)
  await markWornAvatars(tx, ended)
  return ended
}

/**
 * Makes a person's permissions those that their licenses bring, beside what admins granted, and their tags those of the
 * permissions. What two sources give ends with the last. The caller has locked the person.
 */
async function syncPermissions(tx: GrantTransaction, userId: string): Promise<void> {
  const changes = await changePermissions(tx, userId)
  if (changes.length === 0) return
  await syncPermissionTags(
    tx,
    userId,
    changes.map(({ permissionId }) => permissionId),
  )
  tx.emit(permissionsChanged(trusted<'user'>(userId)))
}

const concernsAvatars = ({ forType }: License) => forType === 'avatar' || forType === 'licenseGroup'

/** Marks the avatars of licenses that have ended, license groups opened: a job looks at who wears them without one. */
export async function markWornAvatars(tx: EndTransaction, ended: readonly License[]): Promise<void> {
  const licenses = ended.filter(concernsAvatars)
  if (licenses.length === 0) return
  await setWearersDue(tx, licenses, wearersDue(tx))
}

const EXPIRY_BATCH = 100
/** Purchases end what they gave themselves, since roles in groups go with it. */
const OF_PURCHASES = `${ID_PREFIXES.purchase}_`

/** Ends licenses of subscriptions and admins whose time is over, with the permissions and tags that they brought. */
export async function expireLicenses(scope: Scope): Promise<void> {
  for (;;) {
    const due = await readDueLicenses(scope)
    for (const { userId, source } of due)
      await transact(scope, async (tx) => {
        await lockPeople(tx, [userId])
        await endLicenses(tx, { userId, source, dueAt: tx.now })
      })
    if (due.length < EXPIRY_BATCH) return
  }
}

const readDueLicenses = ({ db, now }: Scope) =>
  db.licenseGrant.groupBy({
    by: ['userId', 'source'],
    where: { until: { lte: now }, NOT: { source: { startsWith: OF_PURCHASES } } },
    orderBy: [{ userId: 'asc' }, { source: 'asc' }],
    take: EXPIRY_BATCH,
  })

/** The job that brings changed license groups to those who hold them. */
export const LICENSE_JOB = 'sync-licenses'

const SYNC_BATCH = 200
/** Longer than any transaction, so that the last of those that gave a license by the former content is committed. */
const SETTLING_TIME = MINUTE

/**
 * Brings the changes of license groups to all who hold them, each in a transaction of their own. A change counts as pending for a
 * minute, in which acts that began before it end.
 */
export async function syncChangedGroups(scope: Scope): Promise<void> {
  const { db, now } = scope
  const pending = await db.licenseGroup.findMany({
    where: { changedAt: { not: null } },
    select: { id: true, changedAt: true },
  })
  if (pending.length === 0) return
  const groupIds = await readContainingGroups(
    scope,
    pending.map(({ id }) => id),
  )
  let after = ''
  for (;;) {
    const holders = await readHolders(scope, groupIds, after)
    for (const userId of holders) await syncHolder(scope, userId)
    after = holders.at(-1) ?? ''
    if (holders.length < SYNC_BATCH) break
  }
  const settled = pending.filter(({ changedAt }) => changedAt && changedAt <= addMilliseconds(now, -SETTLING_TIME))
  for (const { id, changedAt } of settled)
    await db.licenseGroup.updateMany({ where: { id, changedAt }, data: { changedAt: null } })
}

const syncHolder = (scope: Scope, userId: string) =>
  transact(scope, async (tx) => {
    await lockPeople(tx, [userId])
    await syncPermissions(tx, userId)
  })

async function readHolders({ db }: Scope, groupIds: readonly string[], after: string): Promise<string[]> {
  const rows = await db.licenseGrant.findMany({
    where: { forType: 'licenseGroup', forId: { in: [...groupIds] }, userId: { gt: after } },
    select: { userId: true },
    distinct: ['userId'],
    orderBy: { userId: 'asc' },
    take: SYNC_BATCH,
  })
  return rows.map(({ userId }) => userId)
}
