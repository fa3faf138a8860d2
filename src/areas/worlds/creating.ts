import { randomInt } from 'node:crypto'
import { Failure, invalid, missingCredentials } from '../../kernel/failure.ts'
import { newId, type UserId, type WorldId } from '../../kernel/ids.ts'
import type { Limit } from '../../kernel/limits.ts'
import type { Scope } from '../../kernel/scope.ts'
import { isDuplicate, type Open, transact } from '../../kernel/transaction.ts'
import { auditIf } from '../accounts/audit.ts'
import { nameKey } from '../accounts/names.ts'
import { contentChanged } from '../files/events.ts'
import { IMAGE_EXTENSIONS, linkFile } from '../files/references.ts'
import { GUEST_USER_ID } from '../users/platformUser.ts'
import { worldChanged } from './events.ts'
import { SHUFFLE_RANGE } from './listing.ts'
import { changesPlatformTags } from './ownTags.ts'
import { type GivenAsset, packageOf, summaryOf } from './packages.ts'
import { holdPerson } from './policy.ts'
import { checkTags, replaceTags } from './tags.ts'

export interface NewWorld extends GivenAsset {
  /** Chosen by the client; a new one where nothing is said. */
  readonly id?: WorldId | undefined
  readonly name: string
  readonly imageUrl: string
  readonly description?: string | undefined
  readonly capacity?: number | undefined
  readonly tags?: readonly string[] | undefined
}

const DAY = 24 * 60 * 60
const BY_PERSON: Limit = { name: 'create-world', points: 20, window: DAY }
const BY_ADDRESS: Limit = { name: 'create-world-anonymously', points: 5, window: DAY }

const USUAL_CAPACITY = 16

/** Half of those for whom there is room, as clients show it. */
export const recommendedFor = (capacity: number) => Math.ceil(capacity / 2)

/**
 * Makes a world, private whatever was asked: publishing is publishWorld's. Its author is the viewer, or without a
 * session the guest of the platform. Throws `invalid` for an id that is or was taken, for files that are not the
 * author's, and after 20 worlds in a day, or 5 from an address without a session; `unauthenticated` where those are
 * turned off.
 */
export async function createWorld(scope: Scope, world: NewWorld): Promise<WorldId> {
  const { viewer, rules, now, origin } = scope
  if (!viewer && !rules.anonymousWorlds) throw missingCredentials()
  checkTags(scope, world.tags ?? [])
  const id = world.id ?? newId('world', now)
  const [limit, key] = viewer ? ([BY_PERSON, viewer.id] as const) : ([BY_ADDRESS, origin.address] as const)
  await takeTurn(scope, limit, key)
  try {
    await transact(scope, (open) => write(open, id, viewer?.id ?? GUEST_USER_ID, world))
  } catch (error) {
    await scope.limits.giveBack(limit, key)
    throw isDuplicate(error) ? invalid('id', 'id: a world with this id is there, or was') : error
  }
  return id
}

/** Clients know this text, and know it by 400. */
async function takeTurn({ limits }: Scope, limit: Limit, key: string): Promise<void> {
  try {
    await limits.take(limit, key)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw new Failure('invalid', `"You can't create a world right now"`, { code: 'create_later' })
  }
}

async function write(open: Scope & Open, id: WorldId, authorId: UserId, world: NewWorld): Promise<void> {
  await holdPerson(open, authorId)
  const ownerId = open.viewer && !open.viewer.admin ? authorId : null
  const wanted = { field: 'imageUrl', extensions: IMAGE_EXTENSIONS, ownerId }
  const { fileId: imageFileId, isForeign } = await linkFile(open, world.imageUrl, wanted)
  const asset = await packageOf(open, world, ownerId)
  const { capacity = USUAL_CAPACITY, description = '', imageUrl, tags = [] } = world
  await open.db.world.create({
    data: {
      ...{ id, authorId, ...namesOf(world.name), description, imageUrl, imageFileId },
      ...{ capacity, recommendedCapacity: recommendedFor(capacity), releaseStatus: 'private' },
      ...{ tags: replaceTags(open, [], tags), shuffleKey: randomInt(SHUFFLE_RANGE) },
      ...{ ...summaryOf([asset.made]), packages: { create: asset.made }, createdAt: open.now, updatedAt: open.now },
    },
  })
  const isAdmins = isForeign || asset.isForeign || changesPlatformTags([], tags)
  await auditIf(open, isAdmins, { act: 'createWorld', subjectId: id })
  open.emit(worldChanged(id, authorId))
  open.emit(contentChanged(authorId, { contentType: 'world', actionType: 'created', itemId: id }))
}

/** A name as it shows and as it is compared. Throws `invalid` for one that shows nothing. */
export function namesOf(text: string) {
  const name = text.trim()
  if (name === '') throw invalid('name', 'name must not be empty')
  return { name, nameKey: nameKey(name) }
}
